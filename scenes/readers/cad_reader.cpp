// SPDX-License-Identifier: Apache-2.0
// STEP, IGES and BREP through Open CASCADE: the assembly tree with its names and colours; one part a solid, and one a
// shell for faces that belong to none.
//
// Units: Open CASCADE converts every file to millimetres on reading (its tolerances are made for them); here the
// numbers go back to the unit of the file, so that they are those that its author sees.
#include "core/error.h"
#include "scenes/importers/units.h"
#include "scenes/readers/reader.h"

#ifdef PASSUNG_STEP
#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <IGESCAFControl_Reader.hxx>
#include <IGESData_GlobalSection.hxx>
#include <IGESData_IGESModel.hxx>
#include <Interface_Static.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_Printer.hxx>
#include <Quantity_ColorRGBA.hxx>
#include <STEPCAFControl_Controller.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <STEPControl_Reader.hxx>
#include <Standard_Failure.hxx>
#include <TColStd_SequenceOfAsciiString.hxx>
#include <TCollection_AsciiString.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDF_Tool.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Vertex.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <optional>

#include "scenes/readers/cad_tessellation.h"
#endif

namespace passung::scenes {

#ifndef PASSUNG_STEP

RawFile readCad(const std::string& path, const FileFormat& format, const Tessellation&) {
  throw InputError(path, "", std::string(format.name) + " files cannot be read by this build",
                   "build with Open CASCADE (PASSUNG_STEP), or convert to STL or OBJ");
}

#else

namespace {

constexpr double kMetresPerKernelUnit = 1e-3;

// A solid or shell in the frame of its product, ready to be placed.
struct LocalPart {
  std::string suffix;  // "" where the product is one body
  CadMesh mesh;
  std::optional<Color> color;
};

std::string lower(std::string s) {
  std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return s;
}

// Names that translators invent say nothing.
bool isInvented(const std::string& name) {
  if (name.empty() || name == "NONE" || name == "None" || name == "none" || name == "Unnamed") return true;
  if (name.rfind("=>[", 0) == 0 || name.rfind("Open CASCADE", 0) == 0) return true;
  if (name.rfind("NAUO", 0) == 0) return true;
  static const char* const kTypes[] = {"SOLID", "SHELL", "COMPOUND", "COMPSOLID", "FACE", "ASSEMBLY", "Document"};
  return std::any_of(std::begin(kTypes), std::end(kTypes), [&](const char* t) { return name == t; }) ||
         name.find_first_not_of("0123456789 ") == std::string::npos;
}

std::string nameOf(const TDF_Label& label) {
  Handle(TDataStd_Name) attribute;
  if (!label.FindAttribute(TDataStd_Name::GetID(), attribute)) return {};
  const std::string name = TCollection_AsciiString(attribute->Get(), '\0').ToCString();
  return isInvented(name) ? std::string() : name;
}

Color shown(const Quantity_ColorRGBA& c) {
  double r = 0, g = 0, b = 0;
  c.GetRGB().Values(r, g, b, Quantity_TOC_sRGB);
  return {static_cast<float>(r), static_cast<float>(g), static_cast<float>(b), c.Alpha()};
}

// Solids, and shells sewn from the faces outside any solid.
std::vector<TopoDS_Shape> bodiesOf(const TopoDS_Shape& shape) {
  std::vector<TopoDS_Shape> bodies;
  for (TopExp_Explorer e(shape, TopAbs_SOLID); e.More(); e.Next()) bodies.push_back(e.Current());
  BRepBuilderAPI_Sewing sewing;
  bool loose = false;
  for (TopExp_Explorer e(shape, TopAbs_FACE, TopAbs_SOLID); e.More(); e.Next()) {
    sewing.Add(e.Current());
    loose = true;
  }
  if (!loose) return bodies;
  sewing.Perform();
  const TopoDS_Shape sewn = sewing.SewedShape();
  for (TopExp_Explorer e(sewn, TopAbs_SHELL); e.More(); e.Next()) bodies.push_back(e.Current());
  for (TopExp_Explorer e(sewn, TopAbs_FACE, TopAbs_SHELL); e.More(); e.Next()) bodies.push_back(e.Current());
  return bodies;
}

class CadFile {
 public:
  CadFile(const std::string& path, const Tessellation& settings) : path_(path), settings_(settings) {}

  RawFile takeDocument(const Handle(TDocStd_Document) & document, double metresPerUnit) {
    shapes_ = XCAFDoc_DocumentTool::ShapeTool(document->Main());
    colors_ = XCAFDoc_DocumentTool::ColorTool(document->Main());
    file_.metresPerUnit = metresPerUnit;
    TDF_LabelSequence roots;
    shapes_->GetFreeShapes(roots);
    for (int i = 1; i <= roots.Length(); ++i) {
      // A single root names the whole file: its parts need not repeat it.
      const bool whole = roots.Length() == 1 && XCAFDoc_ShapeTool::IsAssembly(roots.Value(i));
      visit(roots.Value(i), TopLoc_Location(), whole ? std::string() : nameOf(roots.Value(i)), {});
    }
    return finished();
  }

  // Without a document: a shape alone, in a unit that it does not state.
  RawFile takeShape(const TopoDS_Shape& shape) {
    for (const LocalPart& part : localParts(shape, TDF_Label())) place(part, gp_Trsf(), "", {});
    return finished();
  }

 private:
  RawFile finished() {
    if (failedFaces_ > 0) {
      file_.warnings.push_back(std::to_string(failedFaces_) + " of " + std::to_string(faces_) +
                               " faces could not be tessellated and are missing");
    }
    return std::move(file_);
  }

  std::optional<Color> colorOf(const TDF_Label& label) const {
    Quantity_ColorRGBA c;
    if (label.IsNull() || colors_.IsNull()) return {};
    for (const XCAFDoc_ColorType type : {XCAFDoc_ColorSurf, XCAFDoc_ColorGen}) {
      if (colors_->GetColor(label, type, c)) return shown(c);
    }
    return {};
  }

  // Of a body: its own, else that of its first coloured face.
  std::optional<Color> colorOf(const TopoDS_Shape& body) const {
    Quantity_ColorRGBA c;
    if (colors_.IsNull()) return {};
    for (const XCAFDoc_ColorType type : {XCAFDoc_ColorSurf, XCAFDoc_ColorGen}) {
      if (colors_->GetColor(body, type, c)) return shown(c);
    }
    for (TopExp_Explorer e(body, TopAbs_FACE); e.More(); e.Next()) {
      if (colors_->GetColor(e.Current(), XCAFDoc_ColorSurf, c)) return shown(c);
    }
    return {};
  }

  void visit(const TDF_Label& label, const TopLoc_Location& outer, const std::string& path,
             std::optional<Color> inherited) {
    TDF_Label product = label;
    TopLoc_Location location = outer;
    // An instance's own colour wins over its product's, which wins over that of the assembly around it.
    const std::optional<Color> own = colorOf(label);
    if (XCAFDoc_ShapeTool::IsReference(label)) {
      XCAFDoc_ShapeTool::GetReferredShape(label, product);
      location = outer * XCAFDoc_ShapeTool::GetLocation(label);
    }
    std::optional<Color> color = own ? own : colorOf(product);
    if (!color) color = inherited;

    if (XCAFDoc_ShapeTool::IsAssembly(product)) {
      TDF_LabelSequence components;
      XCAFDoc_ShapeTool::GetComponents(product, components);
      for (int i = 1; i <= components.Length(); ++i) {
        const TDF_Label& component = components.Value(i);
        TDF_Label referred;
        std::string name = nameOf(component);
        if (name.empty() && XCAFDoc_ShapeTool::GetReferredShape(component, referred)) name = nameOf(referred);
        // A product without a name in a file of one product is known by the file's name.
        if (name.empty() && !(path.empty() && components.Length() == 1)) name = "part";
        visit(component, location, path.empty() || name.empty() ? path + name : path + "/" + name, color);
      }
      return;
    }

    const auto [found, added] = cache_.try_emplace(entryOf(product));
    if (added) found->second = localParts(XCAFDoc_ShapeTool::GetShape(product), product);
    for (const LocalPart& part : found->second) {
      place(part, location.Transformation(), path, own ? own : part.color ? part.color : color);
    }
  }

  static std::string entryOf(const TDF_Label& label) {
    TCollection_AsciiString entry;
    TDF_Tool::Entry(label, entry);
    return entry.ToCString();
  }

  std::vector<LocalPart> localParts(const TopoDS_Shape& shape, const TDF_Label& product) {
    std::vector<LocalPart> parts;
    if (shape.IsNull()) return parts;
    const std::vector<TopoDS_Shape> bodies = bodiesOf(shape);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      LocalPart part;
      part.mesh = tessellated(bodies[i], settings_);
      faces_ += part.mesh.faces;
      failedFaces_ += part.mesh.failedFaces;
      part.color = colorOf(bodies[i]);
      if (bodies.size() > 1) {
        TDF_Label label;
        if (!product.IsNull() && shapes_->FindSubShape(product, bodies[i], label)) part.suffix = nameOf(label);
        if (part.suffix.empty()) part.suffix = std::to_string(i + 1);
      }
      if (!part.mesh.triangles.empty()) parts.push_back(std::move(part));
    }
    return parts;
  }

  void place(const LocalPart& local, const gp_Trsf& trsf, const std::string& path, const std::optional<Color>& color) {
    RawPart part;
    part.name = path;
    if (!local.suffix.empty()) {
      const std::string base = path.empty() ? std::filesystem::path(path_).stem().string() : path;
      part.name = base + "/" + local.suffix;
    }
    if (color) {
      part.color = *color;
      part.hasColor = true;
    }
    const double toFile = kMetresPerKernelUnit / (file_.metresPerUnit > 0 ? file_.metresPerUnit : kMetresPerKernelUnit);
    part.vertices.reserve(local.mesh.vertices.size());
    for (const Vec3& p : local.mesh.vertices) {
      gp_XYZ q(p.x(), p.y(), p.z());
      trsf.Transforms(q);
      part.vertices.emplace_back(toFile * q.X(), toFile * q.Y(), toFile * q.Z());
    }
    part.triangles = local.mesh.triangles;
    if (trsf.IsNegative()) {
      for (Triangle& t : part.triangles) std::swap(t[1], t[2]);
    }
    file_.parts.push_back(std::move(part));
  }

  std::string path_;
  Tessellation settings_;
  Handle(XCAFDoc_ShapeTool) shapes_;
  Handle(XCAFDoc_ColorTool) colors_;
  std::map<std::string, std::vector<LocalPart> > cache_;  // by label of the product
  RawFile file_;
  int faces_ = 0, failedFaces_ = 0;
};

// "MILLIMETRE", "metre", "INCH", "MM", "IN", ... to metres; 0 when it is none of these.
double metresOf(const std::string& unit) {
  static const std::map<std::string, double> kUnits = {
      {"millimetre", 1e-3}, {"millimeter", 1e-3}, {"mm", 1e-3},     {"centimetre", 1e-2}, {"centimeter", 1e-2},
      {"cm", 1e-2},         {"metre", 1.0},       {"meter", 1.0},   {"m", 1.0},           {"inch", 0.0254},
      {"in", 0.0254},       {"foot", 0.3048},     {"feet", 0.3048}, {"ft", 0.3048},       {"micrometre", 1e-6},
      {"um", 1e-6},         {"kilometre", 1e3},   {"km", 1e3},      {"decimetre", 0.1},   {"mil", 0.0254e-3},
      {"uin", 0.0254e-6}};
  const auto found = kUnits.find(lower(unit));
  return found == kUnits.end() ? 0 : found->second;
}

double stepUnit(STEPControl_Reader& reader) {
  TColStd_SequenceOfAsciiString lengths, angles, solidAngles;
  reader.FileUnits(lengths, angles, solidAngles);
  // The units of the shapes come first; annotations may add others.
  for (int i = 1; i <= lengths.Length(); ++i) {
    if (const double metres = metresOf(lengths.Value(i).ToCString()); metres > 0) return metres;
  }
  return kMetresPerKernelUnit;
}

double igesUnit(const Handle(IGESData_IGESModel) & model) {
  if (model.IsNull()) return kMetresPerKernelUnit;
  const double millimetres = model->GlobalSection().UnitValue();
  return millimetres > 0 ? millimetres * 1e-3 : kMetresPerKernelUnit;
}

Handle(TDocStd_Document) newDocument() {
  Handle(TDocStd_Document) document;
  XCAFApp_Application::GetApplication()->NewDocument("MDTV-XCAF", document);
  return document;
}

[[noreturn]] void refuse(const std::string& path, const char* format, const std::string& why) {
  throw InputError(path, "", std::string("cannot be read as ") + format + " (" + why + ")",
                   "the file is damaged or of another format");
}

RawFile readStep(const std::string& path, const Tessellation& settings) {
  STEPCAFControl_Controller::Init();
  Interface_Static::SetCVal("xstep.cascade.unit", "MM");
  STEPCAFControl_Reader reader;
  reader.SetColorMode(true);
  reader.SetNameMode(true);
  reader.SetLayerMode(false);
  reader.SetGDTMode(false);
  if (reader.ReadFile(path.c_str()) != IFSelect_RetDone) refuse(path, "STEP", "no sound STEP text");
  Handle(TDocStd_Document) document = newDocument();
  if (reader.NbRootsForTransfer() == 0) refuse(path, "STEP", "no shape in it");
  if (!reader.Transfer(document)) refuse(path, "STEP", "its shapes could not be built");
  return CadFile(path, settings).takeDocument(document, stepUnit(reader.ChangeReader()));
}

RawFile readIges(const std::string& path, const Tessellation& settings) {
  IGESCAFControl_Reader reader;
  Interface_Static::SetCVal("xstep.cascade.unit", "MM");
  reader.SetColorMode(true);
  reader.SetNameMode(true);
  if (reader.ReadFile(path.c_str()) != IFSelect_RetDone) refuse(path, "IGES", "no sound IGES text");
  const double unit = igesUnit(reader.IGESModel());
  Handle(TDocStd_Document) document = newDocument();
  if (!reader.Transfer(document)) refuse(path, "IGES", "its shapes could not be built");
  return CadFile(path, settings).takeDocument(document, unit);
}

RawFile readBrep(const std::string& path, const Tessellation& settings) {
  TopoDS_Shape shape;
  if (!BRepTools::Read(shape, path.c_str(), BRep_Builder()) || shape.IsNull()) refuse(path, "BREP", "no sound shape");
  return CadFile(path, settings).takeShape(shape);
}

}  // namespace

RawFile readCad(const std::string& path, const FileFormat& format, const Tessellation& tessellation) {
  // The kernel's exceptions are not standard ones.
  try {
    Message::DefaultMessenger()->RemovePrinters(STANDARD_TYPE(Message_Printer));
    if (format.reader == Reader::kStep) return readStep(path, tessellation);
    if (format.reader == Reader::kIges) return readIges(path, tessellation);
    return readBrep(path, tessellation);
  } catch (const Standard_Failure& e) {
    const std::string text = e.GetMessageString() ? e.GetMessageString() : "";
    refuse(path, format.name, "Open CASCADE: " + (text.empty() ? std::string(e.DynamicType()->Name()) : text));
  }
}

#endif

}  // namespace passung::scenes
