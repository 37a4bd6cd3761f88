// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: commands, pictures and panels round one Session.
//
// Every tick of its timer (about 60 Hz) it takes the newest frame of the session thread, turns it into DrawLists and
// hands them to the views; panels follow ten times a second. It never waits for the session or the loader.
#pragma once

#include <QActionGroup>
#include <QElapsedTimer>
#include <QImage>
#include <QLabel>
#include <QMainWindow>
#include <QSettings>
#include <QTimer>
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/document/edit_history.h"
#include "app/document/entry_edits.h"
#include "app/document/part_files.h"
#include "app/document/recovery.h"
#include "app/overlays/overlays.h"
#include "app/session/loader.h"
#include "app/session/session.h"
#include "app/window/background_task.h"
#include "app/window/camera_rig.h"
#include "app/window/message_bar.h"
#include "app/window/panels.h"
#include "app/window/part_editor.h"
#include "app/window/parts_panel.h"
#include "app/window/recovery_bar.h"
#include "app/window/view_widget.h"
#include "scenes/exporters/scene_file.h"

class QDoubleSpinBox;
class QFileDialog;
class QSlider;
class QVBoxLayout;

namespace passung::app {

class ClearanceTool;
class ContactsPanel;
class DeterminismDialog;
struct DeterminismSubject;
class PlotModel;
class PlotsPanel;
class ProfilerPanel;
class RecordingsDialog;
class DriveTool;
class DrivesPanel;
class GapTool;
class PairTestTool;
class LookInside;
class MessagesPanel;
class PictureSequence;
class Placer;
class Ruler;
class RulerPanel;
class StartChecker;
struct SequencePlan;
class ComparisonPanel;
class Timeline;

// What the window is built on; tests hand in their own.
struct WindowServices {
  SceneReader read;
  EngineFactory make;
  std::vector<scenes::BuiltinScene> builtins;
  std::vector<std::string> engines;  // that can be made
  QString recoveryFolder{};          // where unsaved edits are kept; empty: nowhere
  // Engines with a number of threads, for the check of determinism; empty: as `make`.
  std::function<std::unique_ptr<dynamics::Engine>(const dynamics::WorldDef& def, const std::string& name, int threads)>
      makeThreaded{};
  QString program{};        // that draws the pictures of scenes; empty: there are none
  QString pictureFolder{};  // where they are kept

  // The program's own.
  [[nodiscard]] static WindowServices standard();
};

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(WindowServices services, QWidget* parent = nullptr);
  ~MainWindow() override;

  [[nodiscard]] const WindowServices& services() const { return services_; }
  // Starts loading; the open scene stays until the new one is ready.
  void open(const QString& file, bool play = false) { openFiles({{file.toStdString()}}, play); }
  // Several as one assembly: the first that can be read opens, the parts of the others join it with one edit. A file
  // that cannot be read is told in a line of its own.
  void openFiles(std::vector<FileRequest> files, bool play = false);
  // Their parts join the open scene, with one edit, once they are read.
  void addFiles(std::vector<FileRequest> files);
  // All parts of the file that this part is of take its numbers in another unit; read anew beside the window. Throws
  // InputError.
  void changeUnit(const std::string& body, const std::string& unit);
  // One to four engines as they are, or variants of the scene; two of them show side by side. The open scene starts
  // anew with them.
  void setEngines(const std::vector<std::string>& names) { setVariants(variantsOf(names)); }
  void setVariants(const std::vector<Variant>& variants);
  [[nodiscard]] const std::vector<Variant>& variants() const { return variants_; }
  // Which of them a view shows.
  void showInView(std::size_t view, std::size_t variant);
  [[nodiscard]] std::size_t inView(std::size_t view) const { return inView_[view]; }
  // The comparison as it stands, by the ending of the name: .png, .csv, .json or .html. Throws InputError.
  void exportComparison(const QString& path);
  // Until the scene asked for is shown, or cannot be.
  [[nodiscard]] bool loading() const { return reading_ || !given_.empty(); }

  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] std::shared_ptr<const SessionFrame> frame() const { return shown_; }
  // The open scene as edited; ahead of the frame while engines are made for the last edit.
  [[nodiscard]] EditHistory& history() { return history_; }
  // Edits the open scene and starts it anew at time 0, camera and selection kept. Throws InputError, nothing changed.
  void apply(const Edit& edit) { history_.apply(edit); }
  // Whether an edit is still on its way into the engines.
  [[nodiscard]] bool reopening() const;

  // Writes what the timeline holds beside the window. Throws InputError when something is being written already.
  void saveRecordingTo(const QString& path);
  // Whether a file is being written beside the window.
  [[nodiscard]] bool saving() const { return saving_.busy(); }

  // Writes the edited scene, whole or not at all; from then on the window is of that file. Throws InputError.
  void saveTo(const QString& path, scenes::MeshFiles meshes = scenes::MeshFiles::kReferenced);
  // What is open: a file, or the name of a built-in scene.
  [[nodiscard]] const QString& openFile() const { return openFile_; }
  // Whether that is a scene file, which saving may replace; a recording or a CAD file is none.
  [[nodiscard]] bool hasSceneFile() const;
  // Saves to it, with a copy of its meshes where it was saved so before. Throws InputError.
  void saveAgain() { saveTo(openFile_, meshFiles_); }
  // Whether unsaved edits are asked about before they are lost; scripts and tests do not want to be.
  void setAsks(bool asks) { asks_ = asks; }
  [[nodiscard]] bool asks() const { return asks_; }
  // Why the last load, edit included, gave no engines; empty: it did, or the error was taken.
  [[nodiscard]] const std::string& loadError() const { return loadError_; }
  [[nodiscard]] std::string takeLoadError() { return std::exchange(loadError_, {}); }
  [[nodiscard]] RecoveryBar& recoveryBar() { return *recoveryBar_; }

  // A command by its name, such as "view.fit"; null when there is none.
  [[nodiscard]] QAction* command(const QString& name) const;
  // All commands, in the order of the menus.
  [[nodiscard]] const std::vector<QAction*>& commands() const { return order_; }
  [[nodiscard]] CameraRig& cameraRig() { return rig_; }
  [[nodiscard]] const ViewWidget& view(std::size_t i) const { return *views_[i]; }
  [[nodiscard]] ViewWidget& view(std::size_t i) { return *views_[i]; }
  [[nodiscard]] QString caption(std::size_t i) const { return captions_[i]->text(); }  // of a view, in compare mode
  [[nodiscard]] int visibleViews() const;
  [[nodiscard]] const MessageBar& message() const { return *message_; }
  [[nodiscard]] MessagesPanel& messages() { return *messages_; }
  [[nodiscard]] const StartChecker& startChecker() const { return *start_; }
  [[nodiscard]] const RunPanel& runPanel() const { return *run_; }
  [[nodiscard]] PartsPanel& partsPanel() { return *parts_; }
  [[nodiscard]] const std::vector<PartSummary>& parts() const { return summaries_; }
  // The scene file again, with another file in place of one that is missing: an unsaved edit.
  void replaceFile(const QString& missing, const QString& found, const QString& file);
  // Where a fault of a part is, in the middle of the pictures.
  void showFault(int body, int fault);
  [[nodiscard]] PartEditor& partEditor() { return *editor_; }
  [[nodiscard]] ClearanceTool& clearances() { return *clearances_; }
  [[nodiscard]] const ContactsPanel& contacts() const { return *contacts_; }
  [[nodiscard]] GapTool& gapTool() { return *gaps_; }
  [[nodiscard]] PairTestTool& pairTest() { return *pairTest_; }
  [[nodiscard]] DriveTool& drives() { return *drives_; }
  [[nodiscard]] DrivesPanel& drivesPanel() { return *drivesPanel_; }
  // Writes every step from now on to a file, until stopRecording(). Throws InputError.
  void record(const QString& path);
  void stopRecording();
  // Ends every pull, those that hold parts too.
  void letGo();
  // The kept state at a time [s], paused there.
  void showTime(double time);
  // The nearest event of these kinds (none: any) before or after the state that is shown; false without.
  bool jumpToEvent(int direction, const std::vector<HistoryEvent::Kind>& kinds = {});
  [[nodiscard]] Ruler& ruler() { return *ruler_; }
  [[nodiscard]] Placer& placer() { return *placer_; }
  [[nodiscard]] PictureSequence& sequence() { return *sequence_; }
  // Begins a sequence of pictures; see PictureSequence. Throws InputError.
  void startSequence(const SequencePlan& plan);
  [[nodiscard]] LookInside& lookInside() { return *look_; }
  [[nodiscard]] ComparisonPanel& comparison() { return *comparison_; }
  [[nodiscard]] Timeline& timeline() { return *timeline_; }
  [[nodiscard]] PlotModel& plots() { return *plots_; }
  [[nodiscard]] PlotsPanel& plotsPanel() { return *plotsPanel_; }
  [[nodiscard]] ProfilerPanel& profiler() { return *profiler_; }
  [[nodiscard]] DeterminismDialog& determinism() { return *determinism_; }
  [[nodiscard]] RecordingsDialog& recordings() { return *recordings_; }
  // Plots it and shows the panel. Throws InputError as PlotModel::add.
  void addCurve(const Signal& what, bool ownRow = false);
  // The curves as CSV. Throws InputError.
  void savePlots(const QString& path);
  // Whether an earlier state is shown, not the newest.
  [[nodiscard]] bool looksBack() const { return past_ != nullptr; }
  // The engines go to where one looks, if that is the past.
  void resumeFromPast();
  // Shows at once what the session has published, without waiting for the clock of the window.
  void showNow() { tick(); }
  [[nodiscard]] int selectedBody() const { return selected_; }
  void selectBody(int body);
  void setDark(bool dark);
  void setOpacity(double share);      // of all parts, 0 .. 1
  void setHierarchyLevel(int level);  // that the overlays of hierarchies show; 0: the root
  void setSpeed(double factor);       // simulated seconds a second; clamped to 0.01 .. 10

  // Whether what is measured for the picture is there; while the run plays, it is as it goes.
  [[nodiscard]] bool pictureReady() const;
  // A picture of the views with their captions (`whole`: of the window). Throws InputError.
  void savePicture(const QString& path, bool whole);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  using Handler = std::function<void()>;
  struct CommandText {
    const char* name;   // "view.fit"
    QString text, tip;  // as in the menu; one line
    QString keys;       // shortcut
    const char* icon = "";
  };

  QAction* add(QMenu* menu, const CommandText& text, Handler handler);
  QAction* addToggle(QMenu* menu, const CommandText& text, bool on, std::function<void(bool)> handler);
  void register_(QAction* action, const CommandText& text);

  // A scene on its way into the window: read in the loader's thread, then given to the session, until it is seen.
  struct Opening {
    LoadRequest request;
    bool play = false;
    bool keeps = false;         // the open scene with other engines or an edit: camera, selection and history stay
    bool ofAnEdit = false;      // its failure takes the edit back
    bool afterFailure = false;  // it follows an edit that was taken back, whose error stays to be read
    int undoIndex = 0;          // of the edit history that it shows
    bool unsaved = false;       // what opens is in no file, as after a recovery
    QString keptFile{};         // recovered from
    std::vector<FileRequest> files{};  // to be opened; the first is request.file
    // Of several files what the loader read besides the scene; its thread writes it before the load is finished.
    std::shared_ptr<Assembly> assembly{};
    std::uint64_t number = 0;  // SessionFrame::opened, once given
  };

  void makeCentral();
  void makeFileMenu();
  void makeEditMenu();
  void makeSimulationMenu();
  void makeCompareMenu();
  void makeEngineMenu(QMenu* parent);
  void makeSolverMenu(QMenu* parent);
  void makeViewMenu();
  void makeOverlayMenu();
  void makeInspect();
  void makePlots();
  void makeProfiler(QMenu* menu);
  [[nodiscard]] DeterminismSubject determinismSubject() const;
  QDockWidget* addPanel(const QString& title, const char* name, QWidget* widget, Qt::DockWidgetArea area);
  void toggleDock(const QString& name);
  void askCurve();
  void choosePlotFile();
  void sampleCurves();
  void takeCurves();
  void refreshPlots();
  void makeLookInside(QMenu* menu);
  void makeLookPanel();
  void makePairTest(QMenu* menu);
  void makePairTestPanel();
  void makeRuler(QMenu* menu);
  void makePlacing(QMenu* menu);
  void makeBookmarks(QMenu* parent);
  void makeSequence(QMenu* menu);
  void chooseSequence();
  void chooseViewTool();
  void followTools();
  void drawTools(DrawList& list) const;
  void cutAcross(int axis);
  void makeTimeline(QVBoxLayout* column);
  void makeTimelineCommands(QMenu* menu);
  void makeLanguageMenu(QMenu* menu);
  void makeHelpMenu();
  void makeToolBar();
  void makePanels();
  void makeStatusBar();
  void restore();
  void remember();

  void tick();
  void pollLoader();
  void start(Opening opening);
  void give(Opening opening, LoadedScene loaded);
  void loadFailed(const Opening& opening, const std::string& error);
  void cancelLoad();
  [[nodiscard]] bool askUnits(Opening& opening, LoadedScene& loaded);
  void tellNotes(const Opening& opening);
  void joinAssembly(const Opening& opening);
  // Asks for the units of the files that state none. False where there is nothing to ask; else `then` gets the files
  // that must be read again with other units, or none.
  bool askUnitsOf(const std::vector<FileRequest>& files, const std::vector<SourceFile>& read,
                  std::function<void(const std::vector<FileRequest>& again)> then);
  void tellRead(const ReadFiles& read);
  void takePrepared(const ReadFiles& read);
  void makeOpenCommands(QMenu* menu);
  [[nodiscard]] QFileDialog* fileDialog(const QString& title);
  void prepare(const QString& text, std::function<ReadFiles(const FileProgress& progress)> work);
  void pollPrepared();
  void askUnit(const std::string& body);
  void makeMessages(QMenu* menu);
  [[nodiscard]] Message failure(const std::string& error, const QString& file);
  void tellError(const std::string& error, const QString& file) { message_->tell({failure(error, file)}); }
  void findFile(const QString& missing, const QString& file);
  void makeStartCheck();
  [[nodiscard]] std::optional<Message> openSurfaces();
  void refreshParts();
  void showNextFault();
  void askMonitor(const std::string& body);
  void saveBeside(const QString& path, std::function<void(const std::function<bool(int, int)>& progress)> write,
                  Handler then);
  void pollSaving();
  void backToShown();
  void takeEditBack();
  [[nodiscard]] Opening ofDocument() const;
  [[nodiscard]] bool opensAnother() const;
  void sceneOpened();
  void sceneEdited();
  void reopenEdited();
  void makeAssemblyMenu();
  void showEntries();
  void editEntry(EntryList list, std::size_t index);
  void popUpPartMenu(const QPoint& at);
  void askJoint(const std::string& body);
  void askContactMonitor(const std::string& body);
  [[nodiscard]] QStringList otherParts(const std::string& body) const;
  void makeSaveCommands(QMenu* menu);
  void makeRecovery();
  void chooseScript();
  bool keepEdits();
  void openKept(const QString& file);
  void takeOverKept(const QString& file);
  void trySave(const QString& path, scenes::MeshFiles meshes, const Handler& then);
  void notWritten(const QString& error, const Handler& again);
  void endProgress();
  [[nodiscard]] Handler ofThisScene(Handler act);
  void tookPlace(const QString& path, scenes::MeshFiles meshes);
  void save(const Handler& then);  // `then` only once it is saved
  void saveAs(const Handler& then);
  void guarded(const Handler& next);  // asks first where edits would be lost
  void rememberRecent();
  void tryEdit(const std::function<void()>& edit);
  void refreshTitle();
  [[nodiscard]] int selectedInDocument() const;
  [[nodiscard]] std::string selectedName() const;
  void refreshEditor();
  void drawFrame();
  void addPull(DrawList& list, const EngineFrame& engine) const;
  void refreshPanels();
  void refreshCaptions();
  void refreshRecent();
  void refreshCameras();
  void refreshEngineChecks();
  void changeCamera(const std::function<void(Camera&)>& change);
  [[nodiscard]] Aabb boundsOf(int body) const;
  [[nodiscard]] double viewAspect() const;
  void showSpeed();
  void startPull(std::size_t view, int body, const Vec3& p_WG);
  void startPush(std::size_t view, int body, const Vec3& p_WG, const Vec3& n_W);
  void movePush(double pixels);
  void endPull();
  [[nodiscard]] bool mayPull(std::size_t engine, int body);
  void hold(bool on);
  [[nodiscard]] bool held(int body) const;
  void forgetPulls();
  void makeDrives(QMenu* menu);
  void keepDrives();
  void toggleRecord(bool on);
  void zoomTo(const Vec3& p_W, double radius);
  void toggleCompare(bool on);
  void makeComparison();
  void chooseVariants();
  void chooseExport();
  void popUpVariants(std::size_t view);
  void refreshComparison();
  void rememberVariants();
  [[nodiscard]] std::vector<QImage> variantPictures(const SessionFrame& frame);
  void lookAt(const std::shared_ptr<const SessionFrame>& frame);
  void leavePast();
  void stepForward(int count);
  void stepBack(int count);
  void toggleReplay();
  void advanceReplay();
  void chooseRecording();
  // A file for a recording; an InputError of `then` is shown.
  void askRecording(const QString& title, const std::function<void(const QString& file)>& then);
  [[nodiscard]] std::shared_ptr<const SessionFrame> frameToShow();
  void refreshTimeline();
  void chooseFile();
  void chooseExample();
  void choosePicture();
  void applyRendering();
  void say(const QString& text);

  WindowServices services_;
  QSettings settings_;
  Session session_;
  Loader loader_;
  EditHistory history_;
  Recovery recovery_;
  CameraRig rig_;
  std::shared_ptr<const SessionFrame> shown_;
  std::shared_ptr<const SessionFrame> past_;  // looked back at; null: the newest is shown
  std::vector<HistoryEvent> timelineEvents_;
  std::uint64_t timelineVersion_ = 0;
  QElapsedTimer replayClock_;  // since the replay was last advanced; invalid: none runs
  double replayTime_ = 0;      // [s] simulated
  std::shared_ptr<SceneGeometry> geometry_;
  std::vector<PartSummary> summaries_;
  OverlayOptions overlays_;
  render::RenderOptions rendering_;
  std::vector<Variant> variants_{Variant{}};
  std::vector<Variant> lastVariants_;        // compared last
  std::array<std::size_t, 2> inView_{0, 1};  // which variant each view shows
  std::optional<Opening> reading_;
  BackgroundTask<ReadFiles> prepared_;  // an edit that has to read files first
  QString preparing_;                   // what its progress says
  std::vector<FileRequest> adding_;     // whose parts it adds; none: it does something else
  bool closesAfterSave_ = false;
  int scenesOpened_ = 0;                                                       // other scenes, not edits of one
  std::map<QString, std::vector<std::pair<std::string, std::string>>> moved_;  // by scene file: files found elsewhere
  bool keepsMessage_ = false;  // what is told stays when the engines of the next edit are there
  struct Saving {
    QString path;
    Handler then;             // once it is written
    Handler again{};          // asks for another file, where it cannot be
    bool cancellable = true;  // its work asks whether to go on
  };
  BackgroundTask<bool> saving_;
  Saving saved_;
  std::string openUnit_;                                          // that the open file was opened with; empty: its own
  std::deque<Opening> given_;                                     // to the session, and not seen yet
  QString openFile_;                                              // of the scene that is shown
  scenes::MeshFiles meshFiles_ = scenes::MeshFiles::kReferenced;  // as it was saved last
  std::uint64_t seenOpened_ = 0, givenCount_ = 0;
  int selected_ = -1;
  std::optional<int> selectWhenOpen_;  // once the engines of the last edit are there
  double speed_ = 1;
  bool stale_ = true, dark_ = false;
  bool undrawn_ = false;                                       // what is shown is newer than the pictures
  bool reopen_ = false;                                        // an edit waits for its engines
  bool afterFailure_ = false;                                  // and only takes back one that failed
  int goodIndex_ = 0;                                          // of the edit history: the last one that had engines
  std::optional<std::pair<std::string, std::string>> solver_;  // chosen for the open scene: name, contact policy
  std::optional<Pull> pull_;                                   // by the mouse
  std::optional<std::int64_t> recorded_;                       // as last seen
  double pushUnit_ = 0;                                        // [N] of a push at its start
  std::vector<int> held_;                                      // bodies that stay on their pull
  qint64 panelsAt_ = 0;
  bool asks_ = true, closing_ = false;
  std::string loadError_;
  std::string lastError_;
  std::string lastRefused_;

  std::map<QString, QAction*> byName_;
  std::vector<QAction*> order_;
  QString group_;  // menu under construction, for the list of shortcuts
  std::vector<OverlaysPanel::Entry> overlayActions_;
  std::vector<QAction*> renderingActions_;
  QActionGroup* engineGroup_ = nullptr;
  QMenu* recent_ = nullptr;
  QMenu* panelsMenu_ = nullptr;
  QMenu* cameras_ = nullptr;
  QAction *play_ = nullptr, *compare_ = nullptr;

  std::array<ViewWidget*, 2> views_{};
  std::array<QLabel*, 2> captions_{};
  std::array<QWidget*, 2> panes_{};  // a caption over a view
  MessageBar* message_ = nullptr;
  MessagesPanel* messages_ = nullptr;
  StartChecker* start_ = nullptr;
  std::size_t nextFault_ = 0;  // of the selected part
  RecoveryBar* recoveryBar_ = nullptr;
  ProgressLine* progress_ = nullptr;
  QWidget* pictures_ = nullptr;
  PartsPanel* parts_ = nullptr;
  PropertiesPanel* properties_ = nullptr;
  PartEditor* editor_ = nullptr;
  RunPanel* run_ = nullptr;
  OverlaysPanel* overlayPanel_ = nullptr;
  ClearanceTool* clearances_ = nullptr;
  ContactsPanel* contacts_ = nullptr;
  QDockWidget* contactsDock_ = nullptr;
  QAction *hold_ = nullptr, *record_ = nullptr;
  DriveTool* drives_ = nullptr;
  DrivesPanel* drivesPanel_ = nullptr;
  LookInside* look_ = nullptr;
  Ruler* ruler_ = nullptr;
  RulerPanel* rulerPanel_ = nullptr;
  Placer* placer_ = nullptr;
  PictureSequence* sequence_ = nullptr;
  QAction *rulerAction_ = nullptr, *placeAction_ = nullptr, *mateAction_ = nullptr;
  GapTool* gaps_ = nullptr;
  PairTestTool* pairTest_ = nullptr;
  std::vector<QAction*> pairTestMarks_;
  ComparisonPanel* comparison_ = nullptr;
  Timeline* timeline_ = nullptr;
  PlotModel* plots_ = nullptr;
  PlotsPanel* plotsPanel_ = nullptr;
  ProfilerPanel* profiler_ = nullptr;
  DeterminismDialog* determinism_ = nullptr;
  RecordingsDialog* recordings_ = nullptr;
  std::uint64_t probesId_ = 0;     // of what the session samples
  std::int64_t sampledStep_ = -1;  // of the engines when they were asked last
  QSlider* speedSlider_ = nullptr;
  QDoubleSpinBox* speedBox_ = nullptr;
  QLabel *statusTime_ = nullptr, *statusSpeed_ = nullptr, *statusContacts_ = nullptr;
  QByteArray defaultState_;
  QTimer timer_, keepTimer_;
};

}  // namespace passung::app
