// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the window: English as written in the sources, or one of the translations built in (those of the
// folder translations/). Texts are looked up when a widget is made, so a change takes effect at the next start.
#pragma once

#include <QSettings>
#include <QStringList>

namespace passung::app {

// Codes such as "de" of all languages of this build, English ("en") first.
[[nodiscard]] QStringList languages();
// As its own speakers call it: "Deutsch".
[[nodiscard]] QString languageName(const QString& code);

// The choice of the user; empty: that of the system.
[[nodiscard]] QString chosenLanguage(const QSettings& settings);
void chooseLanguage(QSettings& settings, const QString& code);

// Takes the language `code`, or, where it is empty, the first of the system's that there is; for the application and
// its lifetime, and for texts from sources without Qt (text_lookup.h). What no translation has stays English. Returns
// the language taken. Call before the window is made.
QString useLanguage(const QString& code);

}  // namespace passung::app
