package main

import "fmt"

// mac makes the application bundle. It runs on macOS alone, for Gio's window
// and the dialogs are compiled by Apple's compiler there. The linker signs the
// program for this machine; nothing is notarized.
func (r release) mac() error {
	program, err := r.build("sidekicks", ".", "darwin", arch(), "")
	if err != nil {
		return err
	}
	texts, err := r.texts(program)
	if err != nil {
		return err
	}
	files, err := r.bundle(program)
	if err != nil {
		return err
	}
	data, err := zipped(append(files, texts...), r.time)
	return r.write(r.name("macos", arch())+".zip", data, err)
}

// bundle lays a program out as an application of macOS.
//
// Source: https://developer.apple.com/library/archive/documentation/CoreFoundation/Conceptual/CFBundles/BundleTypes/BundleTypes.html
func (r release) bundle(file string) ([]entry, error) {
	main, err := program("MacOS/sidekicks", file)
	if err != nil {
		return nil, err
	}
	icon, err := icns()
	if err != nil {
		return nil, err
	}
	return under("Sidekicks.app/Contents", []entry{
		main,
		{"Info.plist", 0o644, r.infoPlist()},
		{"PkgInfo", 0o644, []byte("APPL????")},
		{"Resources/sidekicks.icns", 0o644, icon},
	}), nil
}

// infoPlist tells macOS of the bundle. The oldest system is the one that Go
// supports.
//
// Source: https://developer.apple.com/documentation/bundleresources/information-property-list
func (r release) infoPlist() []byte {
	return fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>CFBundleName</key><string>Sidekicks</string>
	<key>CFBundleDisplayName</key><string>Sidekicks</string>
	<key>CFBundleIdentifier</key><string>sidekicks.Sidekicks</string>
	<key>CFBundlePackageType</key><string>APPL</string>
	<key>CFBundleExecutable</key><string>sidekicks</string>
	<key>CFBundleIconFile</key><string>sidekicks</string>
	<key>CFBundleShortVersionString</key><string>%s</string>
	<key>CFBundleVersion</key><string>%[1]s</string>
	<key>CFBundleDevelopmentRegion</key><string>en</string>
	<key>CFBundleLocalizations</key><array><string>en</string><string>fr</string></array>
	<key>LSApplicationCategoryType</key><string>public.app-category.developer-tools</string>
	<key>LSMinimumSystemVersion</key><string>12.0</string>
	<key>NSHighResolutionCapable</key><true/>
</dict>
</plist>
`, r.version.dotted())
}
