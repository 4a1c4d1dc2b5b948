"""The database family on native SQLite: the same rows, phases and pragmas. Prints rows a second as JSON."""

import json
import os
import sqlite3
import sys
import time

path, page_bytes, bulk, single, reads, row_bytes = sys.argv[1], *map(int, sys.argv[2:])
pool = os.urandom(1 << 20)


def body(row):
    at = (row * 0x9E3779B1 & 0xFFFFFFFF) % (len(pool) - row_bytes)
    return pool[at : at + row_bytes]


db = sqlite3.connect(path, isolation_level=None)
db.execute(f"PRAGMA page_size = {page_bytes}")
db.execute("PRAGMA journal_mode = DELETE")
db.execute("PRAGMA synchronous = FULL")
# As the browser's build has it: the default there, set here.
db.execute("PRAGMA cache_size = -16384")
db.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, body BLOB NOT NULL)")
INSERT = "INSERT INTO item VALUES (?, ?)"

# As the family does.
warm_up = (8 << 20) // row_bytes
db.execute("BEGIN")
db.executemany(INSERT, ((row, body(row)) for row in range(warm_up)))
for row in range(warm_up):
    db.execute("SELECT body FROM item WHERE id = ?", (row,)).fetchone()
db.execute("ROLLBACK")

begin = time.perf_counter()
db.execute("BEGIN")
db.executemany(INSERT, ((row, body(row)) for row in range(bulk)))
db.execute("COMMIT")
bulk_s = time.perf_counter() - begin

begin = time.perf_counter()
for row in range(bulk, bulk + single):
    db.execute(INSERT, (row, body(row)))
single_s = time.perf_counter() - begin

order = [(row * 7919) % (bulk + single) for row in range(reads)]
begin = time.perf_counter()
for row in order:
    db.execute("SELECT body FROM item WHERE id = ?", (row,)).fetchone()
reads_s = time.perf_counter() - begin

db.close()
os.remove(path)
print(json.dumps({"version": sqlite3.sqlite_version, "rows_per_s": [bulk / bulk_s, single / single_s, reads / reads_s]}))
