//===- AttributeTables.cpp - the fields that attributes are ---------------===//

#include "Attributes.h"

namespace sparsec::looptext {
namespace {

constexpr const char *owners[] = {"argument", "plan", "workspace", "local",
                                  "constant"};
constexpr const char *onGpu[] = {"no",   "elements",  "published", "tickets",
                                 "ring", "late_ring", "bulk_ring", "arrivals"};
constexpr const char *typeKinds[] = {"void", "integer", "floating", "complex",
                                     "opaque"};
constexpr const char *atomics[] = {"none", "write", "update", "function",
                                   "critical"};
constexpr const char *updates[] = {"none",    "parts",   "atomic",
                                   "private", "scanned", "segments"};
constexpr const char *leaves[] = {"to_fail", "return"};

#define FIELD(NAME, OWNER, FIELD)                                              \
  {NAME, [](OWNER &owner) -> Place { return &owner.FIELD; }}
#define CHOICE(NAME, OWNER, WORDS, FIELD)                                      \
  {NAME, [](OWNER &owner) -> Place { return choice(WORDS, owner.FIELD); }}

// Those that the head of a node says are not among them.
constexpr Attribute<LoopNode> ofNodes[] = {
    FIELD("exceeds_int", LoopNode, exceedsInt),
    FIELD("parallel", LoopNode, marks.parallel),
    CHOICE("updates", LoopNode, updates, marks.updates),
    FIELD("simd", LoopNode, marks.simd),
    FIELD("novector", LoopNode, marks.scalar),
    FIELD("no_jam", LoopNode, noJam),
    FIELD("unroll", LoopNode, marks.unroll),
    FIELD("jam", LoopNode, marks.jam),
    FIELD("expand", LoopNode, marks.expand),
    FIELD("incremental", LoopNode, marks.digits),
    FIELD("vectorize", LoopNode, marks.lanes),
    FIELD("tensor", LoopNode, marks.tensor),
    FIELD("pragma", LoopNode, marks.pragmas),
    FIELD("schedule", LoopNode, marks.schedule),
    FIELD("balanced", LoopNode, marks.balancedBy),
    FIELD("load_vectors", LoopNode, marks.vectors),
    FIELD("gpu", LoopNode, marks.gpu),
    FIELD("wave", LoopNode, marks.wave),
    FIELD("tickets", LoopNode, marks.tickets),
    FIELD("no_simd", LoopNode, whyNotSimd),
    FIELD("nowait", LoopNode, nowait),
    FIELD("reduction", LoopNode, reductions),
    FIELD("version", LoopNode, isVersion),
    FIELD("lanes", LoopNode, lanes),
    {"combined_by", [](LoopNode &node) -> Place { return &node.combinedBy; },
     [](const LoopNode &node) { return node.lanes.isMapped(); }},
    {"chooses", [](LoopNode &node) -> Place { return &node.op; },
     [](const LoopNode &node) { return node.kind == LoopNode::Kind::If; }},
    CHOICE("atomic", LoopNode, atomics, atomic),
    FIELD("updater", LoopNode, updater),
    CHOICE("leave", LoopNode, leaves, leave),
    FIELD("vectors", LoopNode, vectors),
    {"statement", [](LoopNode &node) -> Place { return &node.isStatement; },
     [](const LoopNode &node) { return node.kind == LoopNode::Kind::Local; }},
};

constexpr Attribute<Array> ofArrays[] = {
    CHOICE("", Array, owners, owner),
    CHOICE("kind", Array, typeKinds, type.kind),
    FIELD("bytes", Array, type.bytes),
    FIELD("extra", Array, extraElements),
    FIELD("flat", Array, isFlat),
    FIELD("const", Array, isConst),
    FIELD("restrict", Array, isRestrict),
    FIELD("index", Array, isIndex),
    FIELD("per_thread", Array, perThread),
    FIELD("parts_of", Array, partsOf),
    {"joined_by", [](Array &array) -> Place { return &array.joinedBy; },
     [](const Array &array) { return !array.partsOf.empty(); }},
    FIELD("zeroed", Array, isZeroed),
    FIELD("private_depth", Array, privateDepth),
    FIELD("shared", Array, isShared),
    FIELD("constant_elements", Array, constantElements),
    FIELD("published_in", Array, publishedIn),
    FIELD("arrivals", Array, arrivals),
    CHOICE("on_gpu", Array, onGpu, onGpu),
    FIELD("partition", Array, partition),
    FIELD("live_out", Array, liveOut),
};

constexpr const char *parameterOwners[] = {"argument", "plan"};

constexpr Attribute<Parameter> ofParameters[] = {
    CHOICE("", Parameter, parameterOwners, owner),
};

#undef FIELD
#undef CHOICE

} // namespace

llvm::ArrayRef<Attribute<LoopNode>> nodeAttributes() { return ofNodes; }
llvm::ArrayRef<Attribute<Array>> arrayAttributes() { return ofArrays; }
llvm::ArrayRef<Attribute<Parameter>> parameterAttributes() {
  return ofParameters;
}

} // namespace sparsec::looptext
