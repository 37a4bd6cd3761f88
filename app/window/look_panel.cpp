// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/look_panel.h"

#include <QGridLayout>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <cmath>

namespace passung::app {

namespace {

constexpr int kSteps = 1000;  // of a slider

int stepOf(double share) { return static_cast<int>(std::lround(kSteps * std::clamp(share, 0.0, 1.0))); }

QSlider* slider(const QString& tip, QWidget* parent) {
  auto* s = new QSlider(Qt::Horizontal, parent);
  s->setRange(0, kSteps);
  s->setPageStep(kSteps / 20);
  s->setToolTip(tip);
  s->setAccessibleName(tip);
  return s;
}

}  // namespace

LookPanel::LookPanel(LookInside& look, GapTool& gaps, QWidget* parent) : QWidget(parent), look_(look), gaps_(gaps) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 8, 10, 8);
  column->setSpacing(4);
  const auto caption = [&](const QString& text) {
    auto* label = new QLabel(text, this);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    column->addWidget(label);
  };
  const auto check = [&](const QString& text, const QString& tip) {
    auto* box = new QCheckBox(text, this);
    box->setToolTip(tip);
    column->addWidget(box);
    return box;
  };

  caption(tr("Section"));
  cuts_ = check(tr("Cut the parts"), tr("Take away what lies before a plane, and show the cut faces (S)"));
  connect(cuts_, &QCheckBox::toggled, &look_, &LookInside::setCuts);

  auto* grid = new QGridLayout;
  grid->setColumnStretch(1, 1);
  across_ = new QComboBox(this);
  across_->addItems({tr("x"), tr("y"), tr("z"), tr("line of sight"), tr("free")});
  across_->setToolTip(tr("The direction that the plane is across"));
  across_->setAccessibleName(tr("Section across"));
  connect(across_, qOverload<int>(&QComboBox::activated), this, [this](int item) {
    if (item < 4) emit acrossAsked(item);
  });
  flip_ = new QPushButton(tr("Flip"), this);
  flip_->setToolTip(tr("Keep the other side (Alt+R)"));
  connect(flip_, &QPushButton::clicked, &look_, &LookInside::flip);
  grid->addWidget(new QLabel(tr("Across"), this), 0, 0);
  grid->addWidget(across_, 0, 1);
  grid->addWidget(flip_, 0, 2);

  auto* normal = new QHBoxLayout;
  for (std::size_t i = 0; i < normal_.size(); ++i) {
    normal_[i] = new QuantityEdit(Quantity::plain(), this);
    normal_[i]->setToolTip(tr("The plane's normal, any length; what lies on its side is taken away"));
    normal_[i]->setAccessibleName(tr("Normal of the section, %1").arg(QChar('x' + static_cast<int>(i))));
    connect(normal_[i], &QuantityEdit::committed, this, &LookPanel::setNormalFromFields);
    connect(normal_[i], &QuantityEdit::refused, this, &LookPanel::refused);
    normal->addWidget(normal_[i]);
  }
  grid->addWidget(new QLabel(tr("Normal"), this), 1, 0);
  grid->addLayout(normal, 1, 1, 1, 2);

  offsetSlider_ = slider(tr("Where the plane is, from one end of the parts to the other (Ctrl + wheel)"), this);
  connect(offsetSlider_, &QSlider::valueChanged, this, [this](int step) {
    const auto [low, high] = look_.range();
    look_.setOffset(low + (high - low) * step / kSteps);
  });
  offset_ = new QuantityEdit(Quantity::length(), this);
  offset_->setToolTip(tr("Distance of the plane from the world's origin, along the axis; mm unless a unit is given"));
  offset_->setAccessibleName(tr("Offset of the section"));
  offset_->setMaximumWidth(90);
  connect(offset_, &QuantityEdit::committed, this, [this] { look_.setOffset(offset_->value()); });
  connect(offset_, &QuantityEdit::refused, this, &LookPanel::refused);
  grid->addWidget(new QLabel(tr("At [mm]"), this), 2, 0);
  grid->addWidget(offsetSlider_, 2, 1);
  grid->addWidget(offset_, 2, 2);
  column->addLayout(grid);
  hatched_ = check(tr("Hatch the cut faces"), tr("Lines in another direction for each part, else a flat tone"));
  connect(hatched_, &QCheckBox::toggled, &look_, &LookInside::setHatched);
  spares_ = check(tr("Leave the selected part whole"), tr("As a drawing leaves screws and shafts uncut"));
  connect(spares_, &QCheckBox::toggled, &look_, &LookInside::setSparesSelected);

  column->addSpacing(8);
  caption(tr("Exploded view"));
  // A slider with its value beside it.
  const auto withPercent = [&](QSlider* share) {
    auto* row = new QHBoxLayout;
    auto* percent = new QLabel(this);
    percent->setMinimumWidth(percent->fontMetrics().horizontalAdvance(QStringLiteral("100 %")));
    percent->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(share, 1);
    row->addWidget(percent);
    column->addLayout(row);
    return percent;
  };
  explosion_ = slider(tr("How far the parts are taken apart, for display only"), this);
  percent_ = withPercent(explosion_);
  connect(explosion_, &QSlider::valueChanged, this,
          [this](int step) { look_.setExplosion(static_cast<double>(step) / kSteps); });
  mode_ = new QComboBox(this);
  mode_->addItems({tr("Along contacts and joint axes"), tr("Away from the centre")});
  mode_->setToolTip(tr("The ways that the parts go"));
  mode_->setAccessibleName(tr("Ways of the exploded view"));
  connect(mode_, qOverload<int>(&QComboBox::activated), this,
          [this](int item) { look_.setExplosionMode(item == 1 ? ExplosionMode::kRadial : ExplosionMode::kAxes); });
  column->addWidget(mode_);

  column->addSpacing(8);
  caption(tr("Opacity of the selected part"));
  part_ = new QLabel(this);
  part_->setTextFormat(Qt::PlainText);
  part_->setWordWrap(true);
  part_->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(part_);
  partOpacity_ = slider(tr("How solid the selected part is drawn; at 0 it is neither seen nor clicked (Alt+T)"), this);
  partPercent_ = withPercent(partOpacity_);
  connect(partOpacity_, &QSlider::valueChanged, this,
          [this](int step) { look_.setPartOpacity(look_.selected(), static_cast<double>(step) / kSteps); });

  column->addSpacing(8);
  caption(tr("Marks behind parts"));
  hidden_ = slider(tr("How strongly contacts and other marks shine through the parts"), this);
  connect(hidden_, &QSlider::valueChanged, this,
          [this](int step) { look_.setHiddenMarks(static_cast<double>(step) / kSteps); });
  column->addWidget(hidden_);

  column->addSpacing(8);
  caption(tr("Gap colours"));
  makeGaps(column);
  column->addStretch();

  connect(&look_, &LookInside::changed, this, &LookPanel::refresh);
  refresh();
}

void LookPanel::makeGaps(QVBoxLayout* column) {
  colored_ = new QCheckBox(tr("Colour surfaces by their gap"), this);
  colored_->setToolTip(tr("Each place of a surface in the colour of its distance to the nearest other part (G)"));
  connect(colored_, &QCheckBox::toggled, &gaps_, &GapTool::setOn);
  column->addWidget(colored_);
  which_ = new QComboBox(this);
  which_->addItems({tr("All parts"), tr("The selected part"), tr("The pair chosen under Clearances")});
  which_->setToolTip(tr("Whose surfaces are coloured"));
  which_->setAccessibleName(tr("Surfaces with gap colours"));
  connect(which_, qOverload<int>(&QComboBox::activated), &gaps_,
          [this](int item) { gaps_.setChoice(static_cast<GapChoice>(item)); });
  column->addWidget(which_);
  auto* row = new QHBoxLayout;
  row->addWidget(new QLabel(tr("Colours up to [mm]"), this));
  limit_ = new QuantityEdit(Quantity::length(), this);
  limit_->setMaximumWidth(90);
  limit_->setToolTip(tr("The gap at the end of the scale; 0: a hundredth of the assembly's size"));
  limit_->setAccessibleName(tr("Largest gap with a colour"));
  connect(limit_, &QuantityEdit::committed, this,
          [this] { gaps_.setLimit(limit_->value() > 0 ? std::optional(limit_->value()) : std::nullopt); });
  connect(limit_, &QuantityEdit::refused, this, &LookPanel::refused);
  row->addStretch();
  row->addWidget(limit_);
  column->addLayout(row);
  auto* work = new QHBoxLayout;
  progress_ = new QProgressBar(this);
  progress_->setRange(0, 1000);
  progress_->setTextVisible(false);
  cancel_ = new QPushButton(tr("Cancel"), this);
  connect(cancel_, &QPushButton::clicked, &gaps_, &GapTool::cancel);
  work->addWidget(progress_, 1);
  work->addWidget(cancel_);
  column->addLayout(work);
  gapState_ = new QLabel(this);
  gapState_->setWordWrap(true);
  gapState_->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(gapState_);
  progress_->hide();
  cancel_->hide();
  connect(&gaps_, &GapTool::stateChanged, this, [this](const QString& text, int permille) {
    gapState_->setText(text);
    progress_->setVisible(permille >= 0);
    cancel_->setVisible(permille >= 0);
    progress_->setValue(std::max(permille, 0));
  });
  connect(&gaps_, &GapTool::changed, this, &LookPanel::refreshGaps);
  refreshGaps();
}

void LookPanel::refreshGaps() {
  const QSignalBlocker block(colored_);
  colored_->setChecked(gaps_.on());
  which_->setCurrentIndex(static_cast<int>(gaps_.choice()));
  limit_->setValue(gaps_.limit().value_or(0));
  which_->setEnabled(gaps_.on());
  limit_->setEnabled(gaps_.on());
}

void LookPanel::setNormalFromFields() {
  const Vec3 n(normal_[0]->value(), normal_[1]->value(), normal_[2]->value());
  if (!(n.cwiseAbs().maxCoeff() > 0)) {
    emit refused(tr("A normal of 0, 0, 0 has no direction; give at least one number"));
    return refresh();
  }
  // The plane turns where it is; the numbers stay as they were typed.
  typed_ = n;
  look_.turnTo(n);
}

void LookPanel::refresh() {
  const QSignalBlocker blocks[] = {QSignalBlocker(cuts_),   QSignalBlocker(hatched_),      QSignalBlocker(spares_),
                                   QSignalBlocker(across_), QSignalBlocker(offsetSlider_), QSignalBlocker(explosion_),
                                   QSignalBlocker(hidden_), QSignalBlocker(partOpacity_)};
  cuts_->setChecked(look_.cuts());
  hatched_->setChecked(look_.hatched());
  spares_->setChecked(look_.sparesSelected());
  int item = 4;
  for (int i = 0; i < 3; ++i) {
    if (std::abs(look_.normal()[i]) > 1 - 1e-12) item = i;
  }
  // Numbers of any length are left as they were typed, as long as they are the normal's.
  const Vec3 shown =
      typed_.norm() > 0 && (typed_.normalized() - look_.normal()).norm() < 1e-12 ? typed_ : look_.normal();
  for (int i = 0; i < 3; ++i) {
    normal_[static_cast<std::size_t>(i)]->setValue(std::round(1e9 * shown[i]) / 1e9);
  }
  across_->setCurrentIndex(item);
  const auto [low, high] = look_.range();
  offsetSlider_->setValue(stepOf((look_.offset() - low) / (high - low)));
  offset_->setValue(look_.offset());
  explosion_->setValue(stepOf(look_.explosion()));
  percent_->setText(tr("%1 %").arg(std::lround(100 * look_.explosion())));
  mode_->setCurrentIndex(look_.explosionMode() == ExplosionMode::kRadial ? 1 : 0);
  hidden_->setValue(stepOf(look_.hiddenMarks()));
  const bool any = !look_.selected().empty();
  const double opacity = any ? look_.partOpacity(look_.selected()) : 1;
  part_->setText(any ? QString::fromStdString(look_.selected()) : tr("Click a part to choose it."));
  partOpacity_->setEnabled(any);
  partOpacity_->setValue(stepOf(opacity));
  partPercent_->setText(tr("%1 %").arg(std::lround(100 * opacity)));
  for (QWidget* field :
       {static_cast<QWidget*>(across_), static_cast<QWidget*>(flip_), static_cast<QWidget*>(offsetSlider_),
        static_cast<QWidget*>(offset_), static_cast<QWidget*>(hatched_), static_cast<QWidget*>(spares_)}) {
    field->setEnabled(look_.cuts());
  }
  for (QuantityEdit* field : normal_) field->setEnabled(look_.cuts());
}

}  // namespace passung::app
