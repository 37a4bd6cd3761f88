// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/help.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <utility>

#include "app/window/icons.h"
#include "app/window/script_commands.h"
#include "core/version.h"

namespace passung::app {

namespace {

// lupdate files the texts of free functions under their namespace.
QString tr(const char* text) { return QCoreApplication::translate("passung::app", text); }

QString row(const QString& keys, const QString& what) {
  return QStringLiteral("<tr><td style='padding:1px 18px 1px 0'><b>%1</b></td><td style='padding:1px 0'>%2</td></tr>")
      .arg(keys.toHtmlEscaped(), what.toHtmlEscaped());
}

void showText(QWidget& parent, const QString& title, const QString& html, const QSize& size) {
  auto* dialog = new QDialog(&parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  auto* column = new QVBoxLayout(dialog);
  auto* text = new QTextBrowser(dialog);
  text->setOpenExternalLinks(true);
  text->setFrameShape(QFrame::NoFrame);
  text->setHtml(html);
  column->addWidget(text);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  column->addWidget(buttons);
  dialog->resize(size);
  dialog->show();
}

}  // namespace

void showShortcuts(QWidget& parent, const std::vector<QAction*>& commands) {
  QString html = QStringLiteral("<h3>%1</h3><table>").arg(tr("Mouse in a view"));
  const std::pair<QString, QString> gestures[] = {
      {tr("Left drag"), tr("turn round the point under the cursor")},
      {tr("Right or middle drag, Shift + left drag"), tr("move the picture")},
      {tr("Wheel"), tr("zoom to the cursor")},
      {tr("Ctrl + wheel"), tr("move the section (with Shift: a tenth)")},
      {tr("Click"), tr("select a part")},
      {tr("Double click"), tr("centre on the point")},
      {tr("Ctrl + left drag"), tr("pull a moving part by a spring; its force is shown; H holds it there")},
      {tr("Ctrl + Shift + left drag"),
       tr("push on the surface of a moving part, the harder the farther the mouse goes")},
      {tr("Drop a file"), tr("open it")},
  };
  for (const auto& [keys, what] : gestures) html += row(keys, what);
  const std::pair<QString, QString> ofPlots[] = {
      {tr("Wheel, Ctrl + wheel"), tr("zoom the time, or the values")},
      {tr("Drag"), tr("move the time, and the values once they were zoomed")},
      {tr("Click, Shift + click"), tr("first and second cursor")},
      {tr("Double click"), tr("show everything")},
      {tr("Right click"), tr("show the state of that time, or remove a curve")},
  };
  html += QStringLiteral("</table><h3>%1</h3><table>").arg(tr("Mouse in a plot"));
  for (const auto& [keys, what] : ofPlots) html += row(keys, what);
  html += QStringLiteral("</table><h3>%1</h3><table>").arg(tr("Keys in a view"));
  html += row(tr("Arrows"), tr("turn (with Shift: move)")) + row(tr("Page Up, Page Down"), tr("zoom"));
  QString group;
  for (const QAction* action : commands) {
    if (action->shortcut().isEmpty()) continue;
    if (const QString next = action->property("group").toString(); next != group) {
      group = next;
      html += QStringLiteral("</table><h3>%1</h3><table>").arg(group.toHtmlEscaped());
    }
    html += row(action->shortcut().toString(QKeySequence::NativeText), action->statusTip());
  }
  showText(parent, tr("Keys and mouse"), html + QStringLiteral("</table>"), {560, 640});
}

void showScriptCommands(QWidget& parent, const std::vector<QAction*>& commands) {
  QString html =
      QStringLiteral("<p>%1</p><table>")
          .arg(tr("One command a line: passung --script FILE. Words with blanks go in \"quotes\"; # begins a comment; "
                  "numbers are in SI or carry a unit, as in 12.5mm."));
  for (const ScriptCommand& command : scriptCommands()) {
    html += row(QStringLiteral("%1 %2").arg(QLatin1String(command.name), QLatin1String(command.arguments)),
                QCoreApplication::translate("ScriptCommands", command.purpose));
  }
  html += QStringLiteral("</table><p>%1</p><table>")
              .arg(tr("Commands of the menus, by their names; switches take on or off."));
  for (const QAction* action : commands) {
    html += row(action->objectName() + (action->isCheckable() ? QStringLiteral(" [on|off]") : QString()),
                action->statusTip());
  }
  showText(parent, tr("Script commands"), html + QStringLiteral("</table>"), {760, 700});
}

void showAbout(QWidget& parent) {
  const QString html =
      QStringLiteral("<h2>Passung %1</h2><p>%2</p><p>%3</p><p>%4</p><ul>%5</ul>")
          .arg(QString::fromUtf8(kVersion),
               tr("Real-time fitting of exact CAD parts: rigid bodies in contact on their exact triangle meshes."),
               tr("The application is free software under the GNU General Public License, version 3 or later; its "
                  "libraries are under the Apache License, version 2.0."),
               tr("It stands on the work of others:"),
               QStringLiteral("<li>Qt %1 \u2013 LGPL 3</li>").arg(QString::fromLatin1(qVersion())) +
                   QStringLiteral(
                       "<li>Open CASCADE \u2013 LGPL 2.1 with exception</li><li>Assimp \u2013 BSD, 3 clauses</li>"
                       "<li>Eigen \u2013 MPL 2.0</li><li>Bullet \u2013 zlib (comparison only)</li>"
                       "<li>nlohmann-json, CLI11 \u2013 MIT and BSD</li><li>libpng \u2013 libpng licence</li>"));
  showText(parent, tr("About Passung"), html, {520, 420});
}

}  // namespace passung::app
