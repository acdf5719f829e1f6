package permission

// packageRules are package managers: what they take away, and what they fetch
// and run at once.
func packageRules() map[string][]rule {
	return map[string][]rule{
		"npx":                     {{class: NetworkRun, act: PackageRun, severity: Medium, unless: "--no-install --no --version --offline"}},
		"bunx":                    {{class: NetworkRun, act: PackageRun, severity: Medium}},
		"bun x":                   {{class: NetworkRun, act: PackageRun, severity: Medium}},
		"bun create":              {{class: NetworkRun, act: PackageRun, severity: Medium}},
		"pnpx":                    {{class: NetworkRun, act: PackageRun, severity: Medium}},
		"pnpm dlx":                {{class: NetworkRun, act: PackageRun, severity: Medium}},
		"pnpm create":             {{class: NetworkRun, act: PackageRun, severity: Medium}},
		"yarn dlx":                {{class: NetworkRun, act: PackageRun, severity: Medium}},
		"yarn create":             {{class: NetworkRun, act: PackageRun, severity: Medium}},
		"npm init":                {{class: NetworkRun, act: PackageRun, severity: Medium, when: "=react-app =vite =vite@latest =next-app =@latest"}},
		"npm create":              {{class: NetworkRun, act: PackageRun, severity: Medium}},
		"npm exec":                {{class: NetworkRun, act: PackageRun, severity: Medium, unless: "--no --offline"}},
		"npm x":                   {{class: NetworkRun, act: PackageRun, severity: Medium}},
		"uvx":                     {{class: NetworkRun, act: PackageRun, severity: Medium, unless: "--offline"}},
		"uv tool run":             {{class: NetworkRun, act: PackageRun, severity: Medium, unless: "--offline"}},
		"pipx run":                {{class: NetworkRun, act: PackageRun, severity: Medium}},
		"nix run":                 {{class: NetworkRun, act: PackageRun, severity: Medium, unless: "--offline"}},
		"cargo binstall":          {{class: NetworkRun, act: PackageRun, severity: Medium, unless: "--dry-run"}},
		"dnx":                     {{class: NetworkRun, act: PackageRun, severity: Medium}},
		"composer create-project": {{class: NetworkRun, act: PackageRun, severity: Medium}},
		"docker plugin install":   {{class: NetworkRun, act: PackageRun, severity: Medium}},

		"apt remove": {{act: Uninstall, severity: High, unless: "-s --simulate --dry-run"}}, "apt purge": {{act: Uninstall, severity: High, unless: "-s --simulate --dry-run"}}, "apt autoremove": {{act: Uninstall, severity: Medium, unless: "-s --simulate --dry-run"}},
		"apt-get remove": {{act: Uninstall, severity: High, unless: "-s --simulate --dry-run"}}, "apt-get purge": {{act: Uninstall, severity: High, unless: "-s --simulate --dry-run"}}, "apt-get autoremove": {{act: Uninstall, severity: Medium, unless: "-s --simulate --dry-run"}},
		"aptitude remove": {{act: Uninstall, severity: High, unless: "-s"}}, "aptitude purge": {{act: Uninstall, severity: High, unless: "-s"}},
		"dpkg":       {{act: Uninstall, severity: High, when: "-r -P --remove --purge --force-all", unless: "--dry-run --no-act --simulate"}},
		"rpm":        {{act: Uninstall, severity: High, when: "-e --erase", unless: "--test"}},
		"dnf remove": {{act: Uninstall, severity: High}}, "dnf autoremove": {{act: Uninstall, severity: Medium}}, "dnf erase": {{act: Uninstall, severity: High}}, "yum remove": {{act: Uninstall, severity: High}}, "yum erase": {{act: Uninstall, severity: High}}, "zypper remove": {{act: Uninstall, severity: High, unless: "-D --dry-run"}}, "zypper rm": {{act: Uninstall, severity: High, unless: "-D --dry-run"}},
		"pacman": {{act: Uninstall, severity: High, when: "-R --remove -Rs -Rns -Rdd -Rc"}}, "yay": {{act: Uninstall, severity: High, when: "-R --remove"}}, "paru": {{act: Uninstall, severity: High, when: "-R --remove"}},
		"apk del": {{act: Uninstall, severity: High, unless: "-s --simulate"}}, "emerge": {{act: Uninstall, severity: High, when: "-C -c --unmerge --depclean", unless: "-p --pretend"}}, "xbps-remove": {{act: Uninstall, severity: High, unless: "-n"}}, "pkg delete": {{act: Uninstall, severity: High, unless: "-n"}}, "pkg remove": {{act: Uninstall, severity: High}}, "pkg_delete": {{act: Uninstall, severity: High, unless: "-n"}},
		"snap remove": {{act: Uninstall, severity: High}}, "flatpak uninstall": {{act: Uninstall, severity: Medium}}, "flatpak remove": {{act: Uninstall, severity: Medium}},
		"brew uninstall": {{act: Uninstall, severity: Medium}}, "brew remove": {{act: Uninstall, severity: Medium}}, "brew rm": {{act: Uninstall, severity: Medium}}, "brew autoremove": {{act: Uninstall, severity: Medium, unless: "-n --dry-run"}}, "brew cleanup": {{act: Delete, severity: Low, unless: "-n --dry-run"}}, "port uninstall": {{act: Uninstall, severity: Medium}},
		"nix-env": {{act: Uninstall, severity: Medium, when: "-e --uninstall --delete-generations"}}, "nix-collect-garbage": {{act: Delete, severity: Medium, unless: "--dry-run"}}, "nix-store": {{act: Delete, severity: Medium, when: "--gc --delete"}}, "nix store": {{act: Delete, severity: Medium, when: "=gc =delete"}}, "nix profile": {{act: Uninstall, severity: Medium, when: "=remove =wipe-history"}},
		"choco uninstall": {{act: Uninstall, severity: Medium}}, "winget uninstall": {{act: Uninstall, severity: Medium}}, "winget remove": {{act: Uninstall, severity: Medium}}, "scoop uninstall": {{act: Uninstall, severity: Medium}},

		"pip uninstall": {{act: Uninstall, severity: Low}}, "pip3 uninstall": {{act: Uninstall, severity: Low}}, "uv pip uninstall": {{act: Uninstall, severity: Low}}, "pipx uninstall": {{act: Uninstall, severity: Low}}, "pipx uninstall-all": {{act: Uninstall, severity: Medium}}, "conda remove": {{act: Uninstall, severity: Medium, unless: "-d --dry-run"}}, "conda uninstall": {{act: Uninstall, severity: Medium}}, "conda env remove": {{act: Uninstall, severity: Medium, unless: "-d --dry-run"}}, "mamba remove": {{act: Uninstall, severity: Medium}}, "pyenv uninstall": {{act: Uninstall, severity: Medium}}, "poetry env remove": {{act: Uninstall, severity: Low}}, "pipenv": {{act: Uninstall, severity: Low, when: "=uninstall =clean --rm"}},
		"npm unpublish": {{act: Remote, severity: High, unless: "--dry-run"}}, "npm deprecate": {{act: Remote, severity: Medium}}, "npm publish": {{act: Remote, severity: High, unless: "--dry-run"}}, "cargo publish": {{act: Remote, severity: High, unless: "--dry-run -n"}}, "cargo yank": {{act: Remote, severity: High, unless: "--undo"}}, "gem yank": {{act: Remote, severity: High}}, "gem uninstall": {{act: Uninstall, severity: Low}}, "yarn npm publish": {{act: Remote, severity: High}}, "pnpm publish": {{act: Remote, severity: High, unless: "--dry-run"}}, "twine upload": {{act: Remote, severity: High}}, "gem push": {{act: Remote, severity: High}},
		"npm cache clean":       {{act: Delete, severity: Low, when: "--force"}},
		"rustup self uninstall": {{act: Uninstall, severity: Medium}}, "rustup toolchain uninstall": {{act: Uninstall, severity: Low}}, "nvm uninstall": {{act: Uninstall, severity: Low}}, "asdf uninstall": {{act: Uninstall, severity: Low}}, "mise uninstall": {{act: Uninstall, severity: Low}}, "sdk uninstall": {{act: Uninstall, severity: Low}},
		"code": {{act: Uninstall, when: "--uninstall-extension"}},
	}
}
