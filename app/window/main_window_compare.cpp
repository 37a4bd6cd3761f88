// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing: variants of the open scene side by side on one clock, their table, and what is written of them.
#include <QBuffer>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QSignalBlocker>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/run/comparison_report.h"
#include "app/run/report.h"
#include "app/run/result_rows.h"
#include "app/window/comparison_panel.h"
#include "app/window/format.h"
#include "app/window/main_window.h"
#include "app/window/recordings_dialog.h"
#include "app/window/variants_dialog.h"
#include "core/error.h"
#include "core/output_file.h"

namespace passung::app {
namespace {

QString titleOf(const Variant& variant) { return QString::fromStdString(variantTitle(variant)); }

std::string pngOf(const QImage& image) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  if (!image.save(&buffer, "PNG")) throw InputError("", "", "the picture cannot be made", "free some memory");
  return bytes.toStdString();
}

// Pictures two in a row, each below its caption.
QImage grid(const std::vector<QImage>& pictures, const QStringList& captions, const QPalette& palette) {
  const int columns = pictures.size() > 1 ? 2 : 1;
  const int rows = (static_cast<int>(pictures.size()) + columns - 1) / columns;
  const QSize one = pictures.front().size();
  constexpr int kCaption = 34, kGap = 4;  // [pixel]
  QImage all(columns * (one.width() + kGap) - kGap, rows * (one.height() + kCaption + kGap) - kGap,
             QImage::Format_RGB32);
  all.fill(palette.color(QPalette::Window));
  QPainter painter(&all);
  QFont font = painter.font();
  font.setPixelSize(15);
  font.setBold(true);
  painter.setFont(font);
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    const int x = static_cast<int>(i) % columns * (one.width() + kGap);
    const int y = static_cast<int>(i) / columns * (one.height() + kCaption + kGap);
    const QRect caption(x + 10, y, one.width() - 20, kCaption);
    painter.setPen(TimePlot::curveColor(i));
    painter.drawText(
        caption, Qt::AlignVCenter | Qt::AlignLeft,
        painter.fontMetrics().elidedText(captions[static_cast<qsizetype>(i)], Qt::ElideRight, caption.width()));
    painter.drawImage(x, y + kCaption, pictures[i]);
  }
  return all;
}

}  // namespace

void MainWindow::makeCompareMenu() {
  // The pair a comparison starts with: our engine beside the first other one.
  for (const QString& text : settings_.value(QStringLiteral("variants")).toStringList()) {
    try {
      lastVariants_.push_back(parseVariant(text.toStdString()));
    } catch (const InputError&) {
      lastVariants_.clear();  // of another version
      break;
    }
  }
  if (lastVariants_.size() < 2 || lastVariants_.size() > kMostVariants) {
    const bool others = services_.engines.size() > 1;
    lastVariants_ = variantsOf({services_.engines.front(), others ? services_.engines[1] : services_.engines.front()});
    // A variant that every scene takes; another solver would refuse some joints.
    if (!others) lastVariants_[1].friction = 0;
  }

  group_ = tr("Compare");
  QMenu* menu = menuBar()->addMenu(tr("&Compare"));
  compare_ = addToggle(menu,
                       {"run.compare", tr("&Compare"),
                        tr("The variants chosen last side by side, on one clock and one camera"), "Ctrl+B", "compare"},
                       false, [this](bool on) { toggleCompare(on); });
  add(menu,
      {"compare.variants", tr("&Variants\u2026"),
       tr("Which engines, solvers, time steps and materials to compare, up to four"), "Ctrl+Shift+B"},
      [this] { chooseVariants(); });
  makeEngineMenu(menu->addMenu(tr("&Engines")));
  menu->addSeparator();
  add(menu,
      {"compare.table", tr("Stability &table"), tr("Rest, drift, penetration, energy and speed of every variant"),
       "Ctrl+Shift+T"},
      [this] {
        auto* dock = findChild<QDockWidget*>(QStringLiteral("dockComparison"));
        dock->show();
        dock->raise();
      });
  add(menu,
      {"compare.export", tr("E&xport\u2026"),
       tr("The comparison as a report with pictures (HTML), a picture, CSV or JSON"), "Ctrl+E"},
      [this] { chooseExport(); });
  menu->addSeparator();
  recordings_ = new RecordingsDialog(this);
  add(menu,
      {"compare.recordings", tr("&Recordings\u2026"), tr("How far the parts of two recorded runs are from each other"),
       "Ctrl+Alt+R"},
      [this] {
        recordings_->show();
        recordings_->raise();
      });
}

// Each engine alone, and the first beside each other one.
void MainWindow::makeEngineMenu(QMenu* menu) {
  group_ = tr("Engines");
  engineGroup_ = new QActionGroup(this);
  const auto choice = [&](const std::vector<std::string>& names, const QString& tip) {
    QStringList list;
    for (const std::string& name : names) list << QString::fromStdString(name);
    const QByteArray id = "engines." + list.join('+').toUtf8();
    auto* action = new QAction(list.join(QStringLiteral("  |  ")), this);
    action->setCheckable(true);
    register_(action, {id.constData(), {}, tip, {}});
    action->setProperty("engines", list);
    engineGroup_->addAction(action);
    menu->addAction(action);
    connect(action, &QAction::triggered, this, [this, names] { setEngines(names); });
  };
  for (const std::string& name : services_.engines) choice({name}, tr("This engine alone"));
  menu->addSeparator();
  for (std::size_t i = 1; i < services_.engines.size(); ++i) {
    choice({services_.engines.front(), services_.engines[i]}, tr("Both side by side"));
  }
  refreshEngineChecks();
}

void MainWindow::refreshEngineChecks() {
  if (!engineGroup_) return;
  QStringList now;
  for (const Variant& variant : variants_) now << QString::fromStdString(variantText(variant));
  for (QAction* action : engineGroup_->actions()) action->setChecked(action->property("engines").toStringList() == now);
  const QSignalBlocker quiet(compare_);
  compare_->setChecked(variants_.size() > 1);
  // The blocked signal also kept the tool button from hearing of it.
  for (QObject* button : compare_->associatedObjects()) {
    if (auto* widget = qobject_cast<QWidget*>(button)) widget->update();
  }
}

void MainWindow::makeComparison() {
  comparison_ = new ComparisonPanel;
  auto* dock = new QDockWidget(tr("Comparison"), this);
  dock->setObjectName(QStringLiteral("dockComparison"));
  dock->setWidget(comparison_);
  addDockWidget(Qt::BottomDockWidgetArea, dock);
  resizeDocks({dock}, {190}, Qt::Vertical);
  dock->hide();
  panelsMenu_->addAction(dock->toggleViewAction());
  connect(dock, &QDockWidget::visibilityChanged, this, [this] { stale_ = true; });
  connect(comparison_, &ComparisonPanel::showAsked, this,
          [this](int variant) { showInView(1, static_cast<std::size_t>(variant)); });
}

void MainWindow::setVariants(const std::vector<Variant>& variants) {
  if (variants.empty() || variants.size() > kMostVariants) return;
  variants_ = variants;
  inView_ = {0, 1};
  refreshEngineChecks();
  if (!shown_->scene && !loading()) return;
  // Another scene that is on its way comes with these engines; the open one only gets them.
  Opening opening;
  if (reading_ && !reading_->keeps) {
    opening = *reading_;
  } else if (opensAnother()) {
    opening = given_.back();
  } else {
    opening = ofDocument();
    opening.ofAnEdit = (reopen_ && !afterFailure_) || (reading_ && reading_->ofAnEdit);
    reopen_ = false;
  }
  opening.request.variants = variants_;
  start(std::move(opening));
}

// Those of a comparison that could be made, for the next one.
void MainWindow::rememberVariants() {
  if (variants_.size() < 2 || variants_ == lastVariants_) return;
  lastVariants_ = variants_;
  QStringList texts;
  for (const Variant& variant : variants_) texts << QString::fromStdString(variantText(variant));
  settings_.setValue(QStringLiteral("variants"), texts);
}

void MainWindow::toggleCompare(bool on) {
  if (on == (variants_.size() > 1)) return;
  setVariants(on ? lastVariants_ : std::vector<Variant>{variants_.front()});
}

void MainWindow::showInView(std::size_t view, std::size_t variant) {
  if (view >= inView_.size() || variant >= shown_->engines.size()) return;
  inView_[view] = variant;
  stale_ = true;
}

void MainWindow::chooseVariants() {
  auto* dialog = new VariantsDialog(services_.engines, variants_.size() > 1 ? variants_ : lastVariants_, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &VariantsDialog::chosen, this, [this](const std::vector<Variant>& variants) {
    setVariants(variants);
    if (variants.size() > 1) command(QStringLiteral("compare.table"))->trigger();
  });
  dialog->open();
}

void MainWindow::popUpVariants(std::size_t view) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (std::size_t i = 0; i < shown_->engines.size(); ++i) {
    QAction* action = menu->addAction(titleOf((*shown_->infos)[i].variant));
    action->setCheckable(true);
    action->setChecked(inView_[view] == i);
    connect(action, &QAction::triggered, this, [this, view, i] { showInView(view, i); });
  }
  menu->popup(captions_[view]->mapToGlobal(QPoint(captions_[view]->width() / 3, captions_[view]->height())));
}

void MainWindow::refreshCaptions() {
  const std::size_t count = shown_->engines.size();
  for (std::size_t i = 0; i < views_.size(); ++i) {
    if (count < 2) {
      captions_[i]->clear();
      continue;
    }
    const std::size_t e = inView_[i];
    const EngineFrame& engine = shown_->engines[e];
    QString name = QStringLiteral("<b style='color:%1'>%2</b>")
                       .arg(TimePlot::curveColor(e).name(), titleOf((*shown_->infos)[e].variant).toHtmlEscaped());
    // Of more than two, the arrow beside the name chooses another.
    if (count > 2) {
      name = QStringLiteral("<a href='variants' style='text-decoration:none; color:%1'>%2 \u25be</a>")
                 .arg(TimePlot::curveColor(e).name(), name);
    }
    QString text = name + QStringLiteral("&nbsp;&nbsp;") + tr("%1 contacts").arg(engine.snapshot->contacts.size());
    const double gap = smallestGap(*engine.snapshot);
    if (std::isfinite(gap)) text += QStringLiteral(" \u00b7 ") + gapText(gap);
    if (engine.step_ms > 0)
      text += QStringLiteral(" \u00b7 ") + tr("%1 a step").arg(format::milliseconds(engine.step_ms));
    if (captions_[i]->text() != text) captions_[i]->setText(text);
  }
}

void MainWindow::refreshComparison() {
  if (!comparison_->isVisible()) return;
  const auto results = session_.results();
  if (!results || results->frame->opened != shown_->opened) return comparison_->display({}, {});
  QStringList titles;
  for (const EngineInfo& info : *shown_->infos) titles << titleOf(info.variant);
  comparison_->display(results->runs, titles);
}

// --- Export

// Every variant of a frame of the open scene, through the camera of the first view.
std::vector<QImage> MainWindow::variantPictures(const SessionFrame& frame) {
  std::vector<QImage> pictures;
  if (!geometry_ || !views_[0]->usable()) return pictures;
  const bool fine = views_[0]->fine();
  views_[0]->setFine(true);
  for (const EngineFrame& engine : frame.engines) {
    views_[0]->display(std::make_shared<DrawList>(drawScene(*frame.scene, *geometry_, *engine.snapshot, overlays_)));
    pictures.push_back(views_[0]->grabFramebuffer());
  }
  views_[0]->setFine(fine);
  drawFrame();
  return pictures;
}

void MainWindow::exportComparison(const QString& path) {
  const auto results = session_.results();
  if (!results || results->frame->opened != shown_->opened) {
    throw InputError("", "", "nothing is compared", "choose two to four variants first (Ctrl+B)");
  }
  const QString ending = QFileInfo(path).suffix().toLower();
  const std::string file = path.toStdString();
  if (ending == QLatin1String("csv")) return writeFile(file, comparisonCsv(results->runs));
  if (ending == QLatin1String("json")) return writeFile(file, jsonText(comparisonJson(results->runs)));
  if (ending != QLatin1String("png") && ending != QLatin1String("html")) {
    throw InputError(file, "", "its ending says no form to write", ".html, .png, .csv or .json");
  }
  // Of the state that the figures end with, wherever one looks.
  const std::vector<QImage> pictures = variantPictures(*results->frame);
  QStringList captions;
  for (const RunResult& result : results->runs) captions << QString::fromStdString(variantLabel(result));
  if (ending == QLatin1String("png")) {
    if (pictures.empty()) throw InputError(file, "", "there is no picture", "the views need OpenGL");
    return writeFile(file, pngOf(grid(pictures, captions, palette())));
  }
  std::vector<ReportPicture> inlined;
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    inlined.push_back({captions[static_cast<qsizetype>(i)].toStdString(), pngOf(pictures[i])});
  }
  writeFile(file, comparisonHtml(shown_->scene->name, shown_->scene->purpose, results->runs, inlined));
}

void MainWindow::chooseExport() {
  if (const auto results = session_.results(); !results || results->frame->opened != shown_->opened)
    return say(tr("Nothing is compared: choose two to four variants first (Ctrl+B)"));
  auto* dialog = new QFileDialog(this, tr("Export the comparison"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  const QStringList endings{QStringLiteral("html"), QStringLiteral("png"), QStringLiteral("csv"),
                            QStringLiteral("json")};
  const QStringList filters{tr("Report with pictures (*.html)"), tr("Picture (*.png)"), tr("Table (*.csv)"),
                            tr("Report of the command line (*.json)")};
  dialog->setNameFilters(filters);
  dialog->setDefaultSuffix(endings.front());
  connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, filters, endings](const QString& filter) {
    dialog->setDefaultSuffix(endings[std::max<qsizetype>(0, filters.indexOf(filter))]);
  });
  dialog->setDirectory(settings_.value(QStringLiteral("pictureFolder")).toString());
  dialog->selectFile(QString::fromStdString(shown_->scene->name) + QStringLiteral("_comparison"));
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
    settings_.setValue(QStringLiteral("pictureFolder"), QFileInfo(file).absolutePath());
    try {
      exportComparison(file);
      say(tr("Saved %1").arg(file));
    } catch (const InputError& e) {
      message_->showError(QString::fromUtf8(e.what()));
    }
  });
  dialog->open();
}

}  // namespace passung::app
