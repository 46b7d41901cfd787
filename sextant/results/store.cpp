// Rows from run directories, in SQLite. Readers never wait, writers wait for each other, and a killed writer leaves the
// last whole transaction.
#include "sextant/results/store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <filesystem>
#include <new>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/options.h"
#include "sextant/results/checksums.h"
#include "sextant/results/run_reader.h"
#include "sextant/results/sql_value.h"
#include "sextant/results/store_checksum.h"
#include "sextant/results/store_file.h"

namespace sextant::results {
namespace {

constexpr const char* tables = R"(
CREATE TABLE IF NOT EXISTS runs (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, status TEXT NOT NULL, fault TEXT,
  step INTEGER, steps INTEGER, parameters INTEGER, seconds REAL, code TEXT);
CREATE TABLE IF NOT EXISTS metrics (
  run INTEGER NOT NULL REFERENCES runs(id), step INTEGER NOT NULL, split TEXT NOT NULL,
  loss REAL, accuracy REAL, learning_rate REAL, gradient_norm REAL);
CREATE INDEX IF NOT EXISTS metrics_of_run ON metrics(run);
CREATE TABLE IF NOT EXISTS readings (
  run INTEGER NOT NULL REFERENCES runs(id), step INTEGER NOT NULL, name TEXT NOT NULL, value REAL);
CREATE INDEX IF NOT EXISTS readings_of_run ON readings(run);
CREATE TABLE IF NOT EXISTS axes (key TEXT PRIMARY KEY, position INTEGER NOT NULL);
)";

/// SQLite says only "disk I/O error": the file must be named.
template <class Work>
auto with_name(const std::string& path, const Work& work) {
  try {
    return work();
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() == SQLITE_CORRUPT || error.getErrorCode() == SQLITE_NOTADB)
      throw DamagedStore(fmt::format("database {}: {}", path, error.what()));
    if (error.getErrorCode() == SQLITE_NOMEM) throw std::bad_alloc();  // no fault of the request
    const std::string text = fmt::format("database {}: {}; the run directories are unaffected", path, error.what());
    const int code = error.getErrorCode();
    if (code == SQLITE_FULL || code == SQLITE_IOERR) throw DiskError(text);
    throw Error(text);
  }
}

/// The row with its options as they were written. They could stand in normal form as well, but then one store would
/// have 1.0 and 1 for the same setting, which older programs do not group.
Tree stored_row(const RunRecord& record) {
  Tree row = record.row();
  for (const auto& [key, value] : record.configuration.items())
    if (!row[key].is_null()) row[key] = value;
  return row;
}

void bind_number(SQLite::Statement& statement, int place, const std::optional<double>& number) {
  if (number)
    statement.bind(place, *number);
  else
    statement.bind(place);
}

}  // namespace

Store::Store(const std::string& path) : path_(path) {
  with_name(path_, [&] {
    file_ = std::make_unique<StoreFile>(path_);
    const auto held = file_->lock();
    database_ = &file_->database();
    const int found = database_->execAndGet("PRAGMA user_version").getInt();
    require(found <= version, "database {}: written by a newer sextant (schema version {}, supported {})", path_, found,
            version);
    SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
    database_->exec(tables);
    database_->exec(fmt::format("PRAGMA user_version = {}", version));
    transaction.commit();
  });
}

Store::~Store() = default;

void Store::add_axes(const std::vector<std::string>& keys) {
  with_name(path_, [&] {
    const auto held = file_->lock();
    SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Statement add(*database_, "INSERT OR IGNORE INTO axes SELECT ?, COALESCE(MAX(position) + 1, 0) FROM axes");
    for (const auto& key : keys) {
      add.bind(1, key);
      add.exec();
      add.reset();
    }
    transaction.commit();
  });
}

std::set<std::string> Store::finished() const {
  return with_name(path_, [&] {
    const auto held = file_->lock();
    std::set<std::string> names;
    SQLite::Statement select(*database_, "SELECT name FROM runs WHERE status IN ('done', 'diverged')");
    while (select.executeStep()) names.insert(select.getColumn(0).getString());
    return names;
  });
}

std::vector<Fault> Store::record(const std::vector<std::string>& directories) {
  // Everything is read before the transaction begins, so that other writers wait as little as possible.
  std::vector<std::pair<RunRecord, Tree>> records;
  std::vector<Fault> damaged;
  for (const auto& directory : directories) {
    try {
      if (auto record = read_run_record(directory)) {
        Tree row = stored_row(*record);
        row[metrics_checksum] = checksum_metrics(record->metrics);
        row[row_checksum] = "";
        records.emplace_back(std::move(*record), std::move(row));
      }
    } catch (const Error& error) {  // damaged, or it cannot be read: the others count all the same
      damaged.push_back({directory, error.what()});
    }
  }
  if (records.empty()) return damaged;
  with_name(path_, [&] {
    const auto held = file_->lock();
    SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
    try {
      for (const auto& [record, row] : records) add_columns(row);
      for (const auto& [record, row] : records) write_record(record, row);
      transaction.commit();
    } catch (...) {
      columns_.clear();  // those that were added are rolled back with the rest
      throw;
    }
  });
  return damaged;
}

void Store::add_columns(const Tree& row) {
  const auto is_known = [&](const auto& item) { return columns_.contains(item.key()); };
  bool all_known = true;
  for (const auto& item : row.items()) all_known = all_known && is_known(item);
  if (all_known) return;
  // Another process may have added some since we looked.
  SQLite::Statement names(*database_, "SELECT name FROM pragma_table_info('runs')");
  while (names.executeStep()) columns_.insert(names.getColumn(0).getString());
  for (const auto& item : row.items())
    if (columns_.insert(item.key()).second) database_->exec("ALTER TABLE runs ADD COLUMN " + quoted_name(item.key()));
}

void Store::write_record(const RunRecord& record, const Tree& row) {
  for (const char* table : {"metrics", "readings"}) {
    SQLite::Statement forget(*database_,
                             fmt::format("DELETE FROM {} WHERE run = (SELECT id FROM runs WHERE name = ?)", table));
    forget.bind(1, record.name);
    forget.exec();
  }

  std::string names, marks, updates;
  for (const auto& item : row.items()) {
    const std::string name = quoted_name(item.key());
    names += (names.empty() ? "" : ", ") + name;
    marks += marks.empty() ? "?" : ", ?";
    updates += (updates.empty() ? "" : ", ") + name + " = excluded." + name;
  }
  SQLite::Statement insert(*database_, "INSERT INTO runs (" + names + ") VALUES (" + marks +
                                           ") ON CONFLICT(name) DO UPDATE SET " + updates + " RETURNING id");
  int place = 1;
  for (const auto& value : row) bind_value(insert, place++, value);
  insert.executeStep();
  const std::int64_t id = insert.getColumn(0).getInt64();
  insert.reset();

  write_metrics(id, record.metrics);
  write_checksum(id);
}

/// Of the row as it comes back, since that is what a reader can check.
void Store::write_checksum(std::int64_t run) {
  SQLite::Statement select(*database_, "SELECT * FROM runs WHERE id = ?");
  select.bind(1, run);
  select.executeStep();
  SQLite::Statement update(*database_, fmt::format("UPDATE runs SET {} = ? WHERE id = ?", row_checksum));
  update.bind(1, checksum_row(read_row(select)));
  update.bind(2, run);
  update.exec();
}

/// A row of the meter becomes one reading each; the others have no readings.
void Store::write_metrics(std::int64_t run, const std::vector<MetricsRow>& rows) {
  SQLite::Statement metric(*database_, "INSERT INTO metrics VALUES (?, ?, ?, ?, ?, ?, ?)");
  SQLite::Statement reading(*database_, "INSERT INTO readings VALUES (?, ?, ?, ?)");
  for (const auto& row : rows) {
    for (const auto& [name, value] : row.readings) {
      reading.bind(1, run);
      reading.bind(2, row.step);
      reading.bind(3, name);
      reading.bind(4, value);
      reading.exec();
      reading.reset();
    }
    if (!row.readings.empty()) continue;
    metric.bind(1, run);
    metric.bind(2, row.step);
    metric.bind(3, row.split);
    int place = 4;
    for (const auto& [name, member] : metrics_columns) bind_number(metric, place++, row.*member);
    metric.exec();
    metric.reset();
  }
}

}  // namespace sextant::results
