//go:build linux && !nogtk

package main

/*
#cgo pkg-config: gtk+-3.0
#include <gtk/gtk.h>

// in_gtks_words gives a button the label that GTK has for it in its own
// translations, where it has one.
static void in_gtks_words(GtkDialog *dialog, gint response) {
	GtkWidget *button = gtk_dialog_get_widget_for_response(dialog, response);
	if (button == NULL || !GTK_IS_BUTTON(button)) {
		return;
	}
	const gchar *label = gtk_button_get_label(GTK_BUTTON(button));
	gchar *id = g_strconcat("_", label, NULL);
	const gchar *said = g_dgettext("gtk30", id);
	if (said != id) {
		gtk_button_set_use_underline(GTK_BUTTON(button), TRUE);
		gtk_button_set_label(GTK_BUTTON(button), said);
	}
	g_free(id);
}

static gboolean on_show(GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data) {
	gpointer shown = g_value_get_object(&values[0]);
	if (GTK_IS_FILE_CHOOSER_DIALOG(shown)) {
		gtk_window_set_title(GTK_WINDOW(shown), data);
		in_gtks_words(GTK_DIALOG(shown), GTK_RESPONSE_CANCEL);
		in_gtks_words(GTK_DIALOG(shown), GTK_RESPONSE_ACCEPT);
	}
	return TRUE; // the next one too
}

static void say_in_words(char *title) {
	g_type_class_ref(GTK_TYPE_WIDGET); // which has the signal
	g_signal_add_emission_hook(g_signal_lookup("show", GTK_TYPE_WIDGET), 0, on_show, title, NULL);
}
*/
import "C"

// sayInWords gives dialogs their title, and their buttons the language of the
// rest of them: sqweek/dialog has both in English. GTK must have been initialized.
func sayInWords(title string) { C.say_in_words(C.CString(title)) }
