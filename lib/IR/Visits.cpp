//===- Visits.cpp - statements that tell their iterations -----------------===//

#include "sparsec/IR/Visits.h"

namespace sparsec {

void tellVisits(Program &program, const FreeOrder &order, size_t number) {
  for (const std::string &name : order.statements) {
    const std::vector<const ScheduleTree *> loops =
        program.phaseOf(name)->tree.loopsAround(name);
    Expr &value = program.statement(name).assignment->computed();
    Expr call;
    call.kind = Expr::Kind::Call;
    call.text = visitFunction;
    call.type = value.type;
    call.operands = {
        value, Expr::constant(std::to_string(number), ElementType::int32())};
    for (unsigned depth = 0; depth < order.depth; ++depth)
      call.operands.push_back(
          Expr::affine(loops[depth]->values.at(name), ElementType::int64()));
    value = std::move(call);
  }
}

} // namespace sparsec
