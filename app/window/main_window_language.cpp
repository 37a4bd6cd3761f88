// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of languages.
#include <QActionGroup>
#include <QMenu>

#include "app/window/language.h"
#include "app/window/main_window.h"

namespace passung::app {

void MainWindow::makeLanguageMenu(QMenu* parent) {
  QMenu* menu = parent->addMenu(tr("&Language"));
  auto* group = new QActionGroup(this);
  const QString chosen = chosenLanguage(settings_);
  const auto choice = [&](const QString& code, const QString& text, const QString& tip) {
    const QByteArray name = "language." + (code.isEmpty() ? QByteArray("system") : code.toLatin1());
    group->addAction(addToggle(menu, {name.constData(), text, tip, {}}, code == chosen, [this, code](bool on) {
      if (!on) return;
      chooseLanguage(settings_, code);
      say(tr("The language changes at the next start"));
    }));
  };
  choice({}, tr("As the &system"), tr("The language of the desktop, where there is a translation; else English"));
  for (const QString& code : languages()) {
    const QString name = languageName(code);
    choice(code, name, tr("The window in the language %1, from the next start on").arg(name));
  }
}

}  // namespace passung::app
