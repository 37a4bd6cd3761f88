// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include "app/run/text_lookup.h"

#ifdef PASSUNG_TRANSLATIONS
// Resources of a static library are linked only where they are asked for; the macro must not stand in a namespace.
static void initTranslations() { Q_INIT_RESOURCE(translations); }
#else
static void initTranslations() {}
#endif

namespace passung::app {

namespace {

const QString kFolder = QStringLiteral(":/translations");

std::string lookUp(const char* context, const char* text) {
  return QCoreApplication::translate(context, text).toStdString();
}

// Of the application's lifetime.
void install(const QString& file, const QString& folder) {
  auto* translator = new QTranslator(qApp);
  if (translator->load(file, folder)) {
    QCoreApplication::installTranslator(translator);
  } else {
    delete translator;
  }
}

QString systemLanguage() {
  const QStringList known = languages();
  for (const QString& wanted : QLocale::system().uiLanguages()) {
    const QString code = wanted.section('-', 0, 0);
    if (known.contains(code)) return code;
  }
  return known.front();
}

}  // namespace

QStringList languages() {
  initTranslations();
  QStringList codes{QStringLiteral("en")};
  for (const QString& file : QDir(kFolder).entryList({QStringLiteral("passung_*.qm")}, QDir::Files, QDir::Name)) {
    codes << file.section('_', 1).section('.', 0, 0);
  }
  return codes;
}

QString languageName(const QString& code) {
  const QString name = QLocale(code).nativeLanguageName();
  // English calls itself after a country.
  return code == QLatin1String("en") ? QStringLiteral("English") : name;
}

QString chosenLanguage(const QSettings& settings) {
  const QString code = settings.value(QStringLiteral("language")).toString();
  return languages().contains(code) ? code : QString();
}

void chooseLanguage(QSettings& settings, const QString& code) {
  if (code.isEmpty()) {
    settings.remove(QStringLiteral("language"));
  } else {
    settings.setValue(QStringLiteral("language"), code);
  }
}

QString useLanguage(const QString& code) {
  const QString taken = code.isEmpty() ? systemLanguage() : code;
  // Qt's own texts first: those of the program, installed later, are asked before.
  if (taken != QLatin1String("en")) {
    install(QStringLiteral("qtbase_") + taken, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(QStringLiteral("passung_") + taken, kFolder);
  }
  setTextLookup(lookUp);
  return taken;
}

}  // namespace passung::app
