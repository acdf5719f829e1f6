package permission

import (
	"slices"
	"strings"
)

const dockerRunValues = "-v -e -p -w -u -l -m -h -c -a --volume --env --publish --workdir --user --label --memory --hostname --name --network --net --mount --entrypoint --env-file --add-host --cpus --gpus --platform --restart --cap-add --cap-drop --device --pid --ipc --uts --userns --security-opt --tmpfs --ulimit --shm-size --pull --dns --link --log-driver --log-opt --stop-signal --health-cmd --cidfile --volumes-from --index --detach-keys"

// container reads docker and its like: what runs within, and what is given of
// this computer.
func (r *reader) container(c *call) output {
	r.apply(c)
	_, rest := leading(c.args, globals["docker"])
	for len(rest) > 0 && slices.Contains([]string{"compose", "container", "sandbox"}, rest[0].text) {
		_, rest = leading(rest[1:], globals["docker"])
	}
	if len(rest) == 0 {
		return output{given: true}
	}
	sub := rest[0].text
	switch sub {
	case "run", "create", "exec":
		opts, inner := leading(rest[1:], dockerRunValues)
		r.given(opts)
		for _, o := range opts {
			if o.name == "--entrypoint" && o.value.text != "" && len(inner) > 0 {
				r.within(append([]arg{o.value}, inner[1:]...), c.in)
				return output{given: true}
			}
		}
		if len(inner) > 1 {
			r.within(inner[1:], c.in)
		}
	case "cp":
		if _, ops := options(rest[1:], ""); len(ops) == 2 {
			if strings.Contains(ops[1].text, ":") {
				break
			}
			r.into(ops[1], ops[:1])
		}
	case "save", "export":
		opts, _ := options(rest[1:], "-o --output")
		if o, ok := find(opts, "-o --output"); ok {
			r.write(o.value, Overwrite)
		}
	}
	return output{given: true}
}

// within reads a command that runs in a container.
func (r *reader) within(args []arg, in input) {
	old := r.remote
	r.remote = true
	r.call(args, in)
	r.remote = old
}

// given reports options that give a container the computer itself.
func (r *reader) given(opts []option) {
	for _, o := range opts {
		whole := false
		switch o.name {
		case "--privileged":
			whole = o.value.text != "false"
		case "-v", "--volume":
			from, _, ok := strings.Cut(o.value.text, ":")
			whole = ok && r.wholeComputer(from) && !strings.HasSuffix(o.value.text, ":ro")
		case "--mount":
			for _, f := range strings.Split(o.value.text, ",") {
				k, v, _ := strings.Cut(f, "=")
				whole = whole || (k == "source" || k == "src") && r.wholeComputer(v)
			}
		case "--pid", "--userns", "--ipc":
			whole = o.value.text == "host" && o.name != "--ipc"
		case "--cap-add":
			v := strings.ToUpper(strings.TrimPrefix(o.value.text, "CAP_"))
			whole = v == "ALL" || v == "SYS_ADMIN" || v == "SYS_PTRACE" || v == "SYS_MODULE" || v == "DAC_OVERRIDE" || v == "SYS_RAWIO"
		case "--device":
			whole = isDevice(o.value.text)
		case "--security-opt":
			whole = strings.Contains(o.value.text, "unconfined") || strings.Contains(o.value.text, "disable")
		}
		if whole {
			r.found(Finding{Class: Privileged, Act: WholeComputer, Severity: High}, o.at)
		}
	}
}

func (r *reader) wholeComputer(from string) bool {
	p := r.target(arg{text: from})
	return p.Place == Root || p.Path == "/etc" || p.Path == "/var" || p.Path == "/root" || p.Path == "/usr" || p.Path == "/boot" || p.Path == "/proc" || p.Path == "/dev" || strings.HasSuffix(from, "docker.sock") || strings.HasSuffix(from, "podman.sock")
}

// cluster reads kubectl and its like.
func (r *reader) cluster(c *call) output {
	if c.name == "k" {
		c.name = "kubectl"
	}
	if c.name == "oc" {
		c.name = "kubectl"
	}
	r.apply(c)
	_, rest := leading(c.args, globals["kubectl"])
	if len(rest) == 0 || rest[0].text != "exec" && rest[0].text != "run" && rest[0].text != "debug" {
		return output{given: true}
	}
	i := slices.IndexFunc(rest, func(a arg) bool { return a.text == "--" })
	switch {
	case i >= 0 && i+1 < len(rest):
		r.within(rest[i+1:], c.in)
	case rest[0].text == "exec":
		if _, inner := leading(rest[1:], "-c -n --container --namespace"); len(inner) > 1 {
			r.within(inner[1:], c.in)
		}
	}
	return output{given: true}
}
