// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/gallery_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <QVBoxLayout>

namespace passung::app {
namespace {

constexpr int kMargin = 10;  // [pixel]
constexpr int kNameRole = Qt::UserRole, kPurposeRole = Qt::UserRole + 1;

// A card: the picture, the name in bold, the line below it on up to three rows.
class CardDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
    return {Thumbnails::kWidth + 2 * kMargin,
            Thumbnails::kHeight + 2 * kMargin + 6 + 4 * option.fontMetrics.lineSpacing() + 4};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool chosen = option.state & QStyle::State_Selected, hot = option.state & QStyle::State_MouseOver;
    const QPalette& palette = option.palette;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF card = QRectF(option.rect).adjusted(3, 3, -3, -3);
    painter->setBrush(palette.color(chosen || hot ? QPalette::AlternateBase : QPalette::Base));
    QColor edge = palette.color(chosen ? QPalette::Highlight : QPalette::PlaceholderText);
    if (!chosen) edge.setAlphaF(hot ? 0.7F : 0.25F);
    painter->setPen(QPen(edge, chosen ? 2 : 1));
    painter->drawRoundedRect(card, 6, 6);

    const QRect picture(option.rect.x() + kMargin, option.rect.y() + kMargin, Thumbnails::kWidth, Thumbnails::kHeight);
    const auto pixmap = index.data(Qt::DecorationRole).value<QPixmap>();
    if (pixmap.isNull()) {
      painter->fillRect(picture, palette.color(QPalette::Window));
    } else {
      painter->setRenderHint(QPainter::SmoothPixmapTransform);
      painter->drawPixmap(picture, pixmap);
    }

    QFont bold = option.font;
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    int y = picture.bottom() + 7;
    painter->setFont(bold);
    painter->setPen(palette.color(QPalette::Text));
    painter->drawText(QRect(picture.x(), y, picture.width(), metrics.lineSpacing()), Qt::AlignLeft | Qt::AlignVCenter,
                      metrics.elidedText(index.data(kNameRole).toString(), Qt::ElideRight, picture.width()));
    y += metrics.lineSpacing() + 1;
    painter->setFont(option.font);
    painter->setPen(palette.color(QPalette::PlaceholderText));
    drawLines(*painter, option.font, QRect(picture.x(), y, picture.width(), 3 * option.fontMetrics.lineSpacing()),
              index.data(kPurposeRole).toString());
    painter->restore();
  }

 private:
  // The last line that fits is elided where the text goes on.
  static void drawLines(QPainter& painter, const QFont& font, const QRect& room, const QString& text) {
    const QFontMetrics metrics(font);
    QTextLayout layout(text, font);
    layout.beginLayout();
    int y = room.y();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
      line.setLineWidth(room.width());
      const bool last = y + 2 * metrics.lineSpacing() > room.bottom() + 2;
      const QString part = text.mid(line.textStart(), last ? -1 : line.textLength());
      painter.drawText(QPoint(room.x(), y + metrics.ascent()),
                       last ? metrics.elidedText(part, Qt::ElideRight, room.width()) : part);
      y += metrics.lineSpacing();
      if (last) break;
    }
    layout.endLayout();
  }
};

}  // namespace

GalleryDialog::GalleryDialog(const std::vector<scenes::BuiltinScene>& scenes, const QString& program,
                             const QString& folder, QWidget* parent)
    : QDialog(parent),
      thumbnails_(program, folder),
      list_(new QListWidget(this)),
      filter_(new QLineEdit(this)),
      work_(new QWidget(this)),
      workText_(new QLabel(work_)),
      progress_(new QProgressBar(work_)),
      open_(nullptr),
      cancel_(new QPushButton(tr("Stop"), work_)) {
  setWindowTitle(tr("Examples"));
  auto* column = new QVBoxLayout(this);
  filter_->setPlaceholderText(tr("Find: nut, peg, friction \u2026"));
  filter_->setClearButtonEnabled(true);
  filter_->setAccessibleName(tr("Find"));
  connect(filter_, &QLineEdit::textChanged, this, &GalleryDialog::filter);
  column->addWidget(filter_);

  list_->setItemDelegate(new CardDelegate(list_));
  list_->setViewMode(QListView::IconMode);
  list_->setResizeMode(QListView::Adjust);
  list_->setMovement(QListView::Static);
  list_->setUniformItemSizes(true);
  list_->setSpacing(4);
  list_->setMouseTracking(true);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setAccessibleName(windowTitle());
  for (const scenes::BuiltinScene& scene : scenes) {
    auto* item = new QListWidgetItem(list_);
    const QString name = QString::fromStdString(scene.name), purpose = QString::fromStdString(scene.purpose);
    item->setData(kNameRole, name);
    item->setData(kPurposeRole, purpose);
    item->setToolTip(purpose);
    item->setData(Qt::AccessibleTextRole, name);
  }
  list_->setCurrentRow(0);
  column->addWidget(list_, 1);

  auto* row = new QHBoxLayout(work_);
  row->setContentsMargins(0, 0, 0, 0);
  progress_->setTextVisible(false);
  progress_->setFixedHeight(6);
  cancel_->setToolTip(tr("Draw no more pictures"));
  cancel_->setAutoDefault(false);
  row->addWidget(workText_);
  row->addWidget(progress_, 1);
  row->addWidget(cancel_);
  column->addWidget(work_);
  connect(cancel_, &QPushButton::clicked, &thumbnails_, &Thumbnails::cancel);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
  open_ = buttons->button(QDialogButtonBox::Open);
  connect(buttons, &QDialogButtonBox::accepted, this, &GalleryDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
  connect(list_, &QListWidget::itemActivated, this, &GalleryDialog::accept);
  connect(list_, &QListWidget::itemSelectionChanged, this,
          [this] { open_->setEnabled(!list_->selectedItems().isEmpty()); });

  connect(&thumbnails_, &Thumbnails::ready, this, [this](const QString& scene, const QString& picture) {
    for (int i = 0; i < list_->count(); ++i) {
      if (list_->item(i)->data(kNameRole) == scene) list_->item(i)->setData(Qt::DecorationRole, QPixmap(picture));
    }
  });
  connect(&thumbnails_, &Thumbnails::progressed, this, &GalleryDialog::showProgress);
  std::vector<std::string> names;
  for (const scenes::BuiltinScene& scene : scenes) names.push_back(scene.name);
  thumbnails_.begin(names);
  showProgress();
  // Four cards in a row.
  resize(4 * (Thumbnails::kWidth + 2 * kMargin + 8) + 60, 720);
}

void GalleryDialog::filter(const QString& text) {
  if (filter_->text() != text) return filter_->setText(text);
  const QStringList words = text.split(' ', Qt::SkipEmptyParts);
  for (int i = 0; i < list_->count(); ++i) {
    const QString all =
        list_->item(i)->data(kNameRole).toString() + ' ' + list_->item(i)->data(kPurposeRole).toString();
    const bool has = std::all_of(words.begin(), words.end(),
                                 [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
    list_->item(i)->setHidden(!has);
  }
}

void GalleryDialog::showProgress() {
  work_->setVisible(thumbnails_.running());
  progress_->setMaximum(std::max(1, thumbnails_.total()));
  progress_->setValue(thumbnails_.done());
  workText_->setText(tr("Drawing pictures: %1 of %2").arg(thumbnails_.done() + 1).arg(thumbnails_.total()));
}

void GalleryDialog::accept() {
  const auto items = list_->selectedItems();
  if (items.isEmpty()) return;
  const QString scene = items.front()->data(kNameRole).toString();
  QDialog::accept();
  emit chosen(scene);
}

}  // namespace passung::app
