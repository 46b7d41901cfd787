// Results as JSON: what the program prints with --json and Python returns. Fields have the names of the structs, and
// what is unknown is null.
#pragma once

#include <vector>

#include "sextant/core/tree.h"

namespace sextant::lab {

struct AuditResult;
struct CatalogueFamily;
struct ComparePositionsResult;
struct CompressResult;
struct CostResult;
struct EncodedPositions;
struct InitialiseResult;
struct PositionCard;
struct RaceResult;
struct ReplaceResult;
struct ReproduceResult;
struct Simulated;
struct SlurmResult;
struct SweepResult;
struct TuneResult;
struct Verification;

// Of what trains or checks.
Tree as_json(const RaceResult& race);
Tree as_json(const SweepResult& result);
Tree as_json(const SlurmResult& result);
Tree as_json(const TuneResult& result);
Tree as_json(const ComparePositionsResult& result);
Tree as_json(const ReproduceResult& result);
Tree as_json(const CostResult& result);
Tree as_json(const Verification& result);
Tree as_json(const Simulated& result);

// Of models and tables of positions.
Tree as_json(const AuditResult& result);
Tree as_json(const CompressResult& result);
Tree as_json(const ReplaceResult& result);
Tree as_json(const InitialiseResult& result);
/// Without the numbers of its tables, which are in files.
Tree as_json(const EncodedPositions& positions);

// Of what the program is.
Tree as_json(const std::vector<CatalogueFamily>& families);
Tree as_json(const PositionCard& card);
/// Version, commit and what is inside; `has_page`: whether this build can write pages.
Tree version_json(bool has_page);

}  // namespace sextant::lab
