// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/language_test.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QRegularExpression>
#include <QSet>
#include <QTabBar>
#include <QTest>
#include <QTextDocumentFragment>
#include <QTranslator>
#include <QTreeWidget>
#include <QXmlStreamReader>

#include "app/document/entry_edits.h"
#include "app/run/text_lookup.h"
#include "app/window/language.h"
#include "app/window/schema_texts.h"
#include "dynamics/solver/contact_solver.h"
#include "scenes/materials.h"

using namespace passung;
using namespace passung::app;

namespace {

const QChar kOpen(0x27e6), kClose(0x27e7);  // no text of the program has these

bool isOurs(const char* context) {
  const QString name = QString::fromUtf8(context);
  static const QStringList kOthers{"Overlays", "Quantity", "Results", "Schema", "ScriptCommands", "Signals"};
  return name.startsWith(QLatin1String("passung::")) || kOthers.contains(name);
}

// Puts every text into brackets.
class Brackets : public QTranslator {
 public:
  [[nodiscard]] bool isEmpty() const override { return false; }
  [[nodiscard]] QString translate(const char* context, const char* text, const char*, int) const override {
    return isOurs(context) ? kOpen + QString::fromUtf8(text) + kClose : QString();
  }
};

// Asks a translation, and notes what it does not know.
class Watched : public QTranslator {
 public:
  explicit Watched(const QTranslator& translator) : translator_(translator) {}
  [[nodiscard]] bool isEmpty() const override { return false; }
  [[nodiscard]] QString translate(const char* context, const char* text, const char* comment, int n) const override {
    if (!isOurs(context)) return {};
    asked << QString::fromUtf8(text);
    QString found = translator_.translate(context, text, comment, n);
    if (found.isNull()) unknown << QString::fromUtf8(text);
    return found;
  }
  mutable QSet<QString> asked;
  mutable QStringList unknown;

 private:
  const QTranslator& translator_;
};

// Installed as long as it lives.
template <typename Translator>
class Installed {
 public:
  explicit Installed(Translator& translator) : translator_(translator) {
    QCoreApplication::installTranslator(&translator_);
  }
  ~Installed() { QCoreApplication::removeTranslator(&translator_); }
  Installed(const Installed&) = delete;
  Installed& operator=(const Installed&) = delete;

 private:
  Translator& translator_;
};

const QStringList kUnits{"rad/s",   "mm/s",    "mm",      "nm",      "um",      "cm",     "m",   "in", "ft",
                         "kg",      "g",       "mg",      "N",       "kN",      "mN",     "J",   "mJ", "uJ",
                         "nJ",      "ms",      "s",       "us",      "rad",     "deg",    "rpm", "MB", "\u00b5m",
                         "\u00b5s", "\u00b5N", "\u00b5J", "Passung", "English", "native", "x",   "y",  "z"};

// Entries of one menu that are chosen by the same letter.
QStringList clashesOf(const MainWindow& window) {
  QStringList clashes;
  std::vector<std::pair<QString, QList<QAction*>>> menus{{QStringLiteral("menu bar"), window.menuBar()->actions()}};
  for (const QMenu* menu : window.findChildren<QMenu*>()) menus.emplace_back(menu->title(), menu->actions());
  for (const auto& [title, actions] : menus) {
    QMap<QChar, QString> taken;
    for (const QAction* action : actions) {
      const auto at = action->text().indexOf('&');
      if (at < 0 || at + 1 >= action->text().size()) continue;
      const QChar key = action->text().at(at + 1).toLower();
      if (taken.contains(key)) clashes << QStringLiteral("%1: %2, %3").arg(title, taken[key], action->text());
      taken[key] = action->text();
    }
  }
  return clashes;
}

QStringList translationFiles() {
  QStringList files;
  for (const QString& code : languages()) {
    if (code != QLatin1String("en")) files << code;
  }
  return files;
}

}  // namespace

void LanguageTest::initTestCase() {
  // English, and texts of sources without Qt go through the translators, too.
  QCOMPARE(useLanguage(QStringLiteral("en")), QString("en"));
}

void LanguageTest::cleanupTestCase() { setTextLookup(nullptr); }

// Letters that are left once what is in brackets, data and units are taken out came past the translator.
void LanguageTest::look(const QString& text, const QString& place) {
  QString rest = Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
  static const QRegularExpression kBracketed(QStringLiteral("\u27e6[^\u27e7]*\u27e7"));
  // An argument may itself be a translated text.
  while (rest.contains(kBracketed)) rest.remove(kBracketed);
  static const QRegularExpression kKeys(QStringLiteral("\\((?:(?:Ctrl|Shift|Alt)\\+)*[^ )]{1,9}\\)"));
  rest.remove(kKeys);
  for (const QString& sentence : sentences_) {
    if (!sentence.isEmpty()) rest.remove(sentence);
  }
  static const QRegularExpression kWord(QStringLiteral("[\\w\u00b5./+-]*\\p{L}[\\w\u00b5./+-]*"));
  for (auto words = kWord.globalMatch(rest); words.hasNext();) {
    const QString word = words.next().captured();
    if (!data_.contains(word)) untouched_ << QStringLiteral("%1: '%2' in '%3'").arg(place, word, text.left(80));
  }
}

void LanguageTest::look(const QAction& action) {
  const QString place = action.objectName().isEmpty() ? QStringLiteral("action") : action.objectName();
  look(action.text(), place);
  look(action.statusTip(), place);
  QString tip = action.toolTip();
  if (!action.shortcut().isEmpty()) tip.remove(action.shortcut().toString(QKeySequence::NativeText));
  look(tip, place);
}

void LanguageTest::look(const QWidget& root) {
  QList<const QWidget*> all{&root};
  for (const QWidget* child : root.findChildren<QWidget*>()) all << child;
  for (const QWidget* w : all) {
    // The insides of Qt's own widgets are Qt's.
    if (w->objectName().startsWith(QLatin1String("qt_"))) continue;
    // Nor is what the reading thread says of its progress; it knows no language.
    if (qobject_cast<const ProgressLine*>(w->parent())) continue;
    if (qobject_cast<const QDialogButtonBox*>(w->parent()) || qobject_cast<const QTabBar*>(w->parent())) continue;
    const QString place = QStringLiteral("%1 %2").arg(w->metaObject()->className(), w->objectName());
    look(w->toolTip(), place);
    look(w->accessibleName(), place);
    if (w->isWindow() || qobject_cast<const QDockWidget*>(w)) look(w->windowTitle(), place);
    if (const auto* label = qobject_cast<const QLabel*>(w)) {
      look(label->text(), place);
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(w)) {
      look(button->text(), place);
    } else if (const auto* group = qobject_cast<const QGroupBox*>(w)) {
      look(group->title(), place);
    } else if (const auto* box = qobject_cast<const QComboBox*>(w)) {
      for (int i = 0; i < box->count(); ++i) look(box->itemText(i), place);
    } else if (const auto* line = qobject_cast<const QLineEdit*>(w)) {
      look(line->placeholderText(), place);
    } else if (const auto* tree = qobject_cast<const QTreeWidget*>(w)) {
      for (int c = 0; c < tree->columnCount(); ++c) look(tree->headerItem()->text(c), place);
    } else if (const auto* menu = qobject_cast<const QMenu*>(w)) {
      look(menu->title(), place);
    }
  }
}

// Those of the commands that ask something. Files are asked for by Qt's own dialog, and the examples show scenes.
void LanguageTest::lookAtDialogs() {
  int seen = 0;
  for (QAction* action : window_->commands()) {
    if (!action->text().contains(QChar(0x2026)) || action->objectName() == QLatin1String("file.examples")) continue;
    window_->selectBody(1);
    action->trigger();
    QCoreApplication::processEvents();
    for (QWidget* widget : QApplication::topLevelWidgets()) {
      auto* dialog = qobject_cast<QDialog*>(widget);
      if (!dialog || !dialog->isVisible()) continue;
      if (!qobject_cast<QFileDialog*>(dialog)) {
        look(*dialog);
        ++seen;
      }
      dialog->close();
    }
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  QVERIFY2(seen >= 6, qPrintable(QString::number(seen)));
}

void LanguageTest::everyTextCanBeTranslated() {
  Brackets brackets;
  const Installed installed(brackets);
  window_->close();
  open();
  run("open screw_into_bracket\nengines native\nrun.step 30\nselect screw\nplot.add velocity screw");
  data_ = QSet<QString>(kUnits.begin(), kUnits.end());
  const scenes::Scene& scene = *window_->history().scene();
  const auto known = [this](const std::string& name) {
    static const QRegularExpression kBetween(QStringLiteral("[ ,()]+"));
    for (const QString& word : QString::fromStdString(name).split(kBetween)) data_ << word;
  };
  for (const std::string& engine : dynamics::engineNames()) known(engine);
  for (const auto& body : scene.world.bodies) {
    known(body.name);
    for (const collision::Collider& c : body.colliders) known(collision::shapeName(c.shape));
  }
  for (const scenes::EngineeringMaterial& material : scenes::engineeringMaterials()) known(material.title);
  for (const dynamics::SolverEntry& solver : dynamics::solvers()) known(std::string(solver.name));
  for (const dynamics::ContactPolicyEntry& policy : dynamics::contactPolicies()) known(std::string(policy.name));
  const auto monitors = window_->frame()->engines.front().monitors;
  for (const auto& monitor : monitors ? *monitors : std::vector<MonitorResult>()) {
    known(monitor.name);
    sentences_ << QString::fromStdString(monitor.detail);
  }
  untouched_.clear();
  for (QDockWidget* dock : window_->findChildren<QDockWidget*>()) dock->show();
  window_->showNow();
  QTest::qWait(150);  // panels follow ten times a second
  for (const QAction* action : window_->commands()) {
    // Materials, scenes, solvers and languages keep their names.
    const QString name = action->objectName();
    static const QRegularExpression kNamed(QStringLiteral("^(language|engine|solver)\\."));
    if (name.contains(kNamed)) continue;
    look(*action);
  }
  for (const QAction* top : window_->menuBar()->actions()) look(top->text(), QStringLiteral("menu"));
  look(*window_);
  lookAtDialogs();
  for (const QString& text : untouched_) qInfo("%s", qPrintable(text));
  QVERIFY2(untouched_.isEmpty(), qPrintable(QStringLiteral("%1 words, as listed").arg(untouched_.size())));
}

// What lupdate found has a translation, with the same places for arguments and a key where the source has one.
// What the scene format calls its joints, monitors and their fields, and nothing else.
void LanguageTest::theSchemasTextsAreListed() {
  QSet<QString> listed, needed;
  for (const char* text : schemaTexts()) listed << QString::fromUtf8(text);
  const auto need = [&](const std::string& name, const std::string& description) {
    needed << schemaTitle(name);  // English here
    if (!description.empty()) needed << QString::fromStdString(description);
  };
  for (const EntryList list : {EntryList::kJoints, EntryList::kMonitors}) {
    for (const EntryType& type : entryTypes(list)) {
      need(type.name, type.description);
      for (const EntryField& field : fieldsOf(list, type.name)) need(field.name, field.description);
    }
  }
  QVERIFY(needed.size() > 100);
  const QSet<QString> missing = needed - listed, idle = listed - needed;
  QVERIFY2(missing.isEmpty(), qPrintable(QStringList(missing.values()).join('\n')));
  QVERIFY2(idle.isEmpty(), qPrintable(QStringList(idle.values()).join('\n')));
}

void LanguageTest::theTranslationsAreWhole() {
  if (translationFiles().isEmpty()) QSKIP("built without translations");
  for (const QString& code : translationFiles()) {
    QFile file(QStringLiteral(PASSUNG_TRANSLATION_FILES "/passung_%1.ts").arg(code));
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
    QXmlStreamReader xml(&file);
    QString source;
    int count = 0;
    static const QRegularExpression kPlace(QStringLiteral("%[n1-9]"));
    const auto places = [](const QString& text) {
      QStringList all;
      for (auto m = kPlace.globalMatch(text); m.hasNext();) all << m.next().captured();
      all.sort();
      return all;
    };
    while (!xml.atEnd()) {
      xml.readNext();
      if (!xml.isStartElement()) continue;
      if (xml.name() == QLatin1String("source")) source = xml.readElementText();
      if (xml.name() != QLatin1String("translation")) continue;
      const bool finished = !xml.attributes().hasAttribute(QLatin1String("type"));
      QVERIFY2(finished, qPrintable(code + ": " + source));
      const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
      QVERIFY2(!text.isEmpty(), qPrintable(code + ": " + source));
      ++count;
      if (!source.contains(QLatin1String("%n"))) QCOMPARE(places(text), places(source));
      QCOMPARE(text.contains('&'), source.contains('&'));
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(count > 800);
  }
}

void LanguageTest::theWindowSpeaksGerman() {
  if (!languages().contains(QLatin1String("de"))) QSKIP("built without translations");
  QCOMPARE(languageName(QStringLiteral("de")), QString("Deutsch"));
  QTranslator german;
  QVERIFY(german.load(QStringLiteral("passung_de"), QStringLiteral(":/translations")));
  Watched watched(german);
  const Installed installed(watched);
  window_->close();
  open();
  run("open screw_into_bracket\nrun.step 5\nselect screw");
  QCOMPARE(window_->command("file.open")->text(), QString("\u00d6&ffnen\u2026"));
  QCOMPARE(window_->findChild<QDockWidget*>("dockParts")->windowTitle(), QString("Teile"));
  const QStringList clashes = clashesOf(*window_);
  QVERIFY2(clashes.isEmpty(), qPrintable(clashes.join('\n')));
  // A text that is new has no translation yet and stays English, but they are few.
  QVERIFY(watched.asked.size() > 500);
  watched.unknown.removeDuplicates();
  QVERIFY2(watched.unknown.size() < watched.asked.size() / 10, qPrintable(watched.unknown.join('\n')));
}

void LanguageTest::theChoiceIsKept() {
  QSettings settings;
  QVERIFY(chosenLanguage(settings).isEmpty());
  QVERIFY(window_->command("language.system")->isChecked());
  run("language.en");
  QCOMPARE(chosenLanguage(QSettings()), QString("en"));
  window_->close();
  open();
  QVERIFY(window_->command("language.en")->isChecked() && !window_->command("language.system")->isChecked());
  run("language.system");
  QVERIFY(chosenLanguage(QSettings()).isEmpty());
  // One that this build does not have counts as none.
  settings.setValue("language", "tlh");
  QVERIFY(chosenLanguage(settings).isEmpty());
}
