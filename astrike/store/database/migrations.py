"""How did the schema grow? Migrations, in order. Append; never edit one that was released.

Each released schema is kept as a dump in the tests and opened there with today's code.
"""

from typing import Final

from sqlite_utils import Database, Migrations

MIGRATIONS: Final = Migrations("astrike")
KNOWN: Final = frozenset(
    {
        "v1_tables",
        "v2_rolls",
        "v3_library",
        "v4_events",
        "v5_event_steps",
        "v6_rights",
        "v7_rights",
        "v8_made_tables",
        "v9_judge_calls",
        "v10_seats",
        "v11_play",
    }
)
NEWEST: Final = max(KNOWN, key=lambda name: int(name[1:].partition("_")[0]))
TABLES: Final = frozenset({"tables", "codes", "changes", "steps"})
"""What the first of them made: a file without these is none of ours, whatever it says."""


@MIGRATIONS()
def v1_tables(db: Database) -> None:
    """Tables with their codes, the log of changes, and the steps that can be undone and redone."""
    db.executescript(
        """
        -- `origin` names what made a table that must not be made twice.
        -- `step` is the newest step that is done; later ones were undone and can be redone.
        CREATE TABLE tables (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            origin TEXT UNIQUE,
            version INTEGER NOT NULL,
            step INTEGER NOT NULL,
            created TEXT NOT NULL,
            updated TEXT NOT NULL,
            deleted TEXT,
            document TEXT NOT NULL
        ) STRICT;

        CREATE TABLE codes (
            code TEXT PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            right TEXT NOT NULL CHECK (right IN ('view', 'play', 'organise')),
            UNIQUE (table_id, right)
        ) STRICT, WITHOUT ROWID;

        -- One row a version: what led to it, and what leads back to the version before.
        CREATE TABLE changes (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('create', 'change', 'undo', 'redo')),
            author TEXT NOT NULL,
            client_id TEXT,
            time TEXT NOT NULL,
            label TEXT NOT NULL,
            operations TEXT NOT NULL,
            inverse TEXT NOT NULL,
            PRIMARY KEY (table_id, version),
            UNIQUE (table_id, client_id)
        ) STRICT;

        CREATE TABLE steps (
            table_id INTEGER NOT NULL,
            step INTEGER NOT NULL,
            version INTEGER NOT NULL,
            PRIMARY KEY (table_id, step),
            UNIQUE (table_id, version),
            FOREIGN KEY (table_id, version) REFERENCES changes (table_id, version) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """
    )


@MIGRATIONS()
def v2_rolls(db: Database) -> None:
    """The dice that fell at each table."""
    db.executescript(
        """
        CREATE TABLE rolls (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            author TEXT NOT NULL,
            client_id TEXT NOT NULL,
            time TEXT NOT NULL,
            label TEXT NOT NULL,
            dice TEXT NOT NULL,
            PRIMARY KEY (table_id, number),
            UNIQUE (table_id, client_id)
        ) STRICT, WITHOUT ROWID;
        """
    )


@MIGRATIONS()
def v3_library(db: Database) -> None:
    """Saved pieces and layouts, cards imported before, and files that wait for a decision."""
    db.executescript(
        """
        -- `kind` is piece or layout; `document` its features, as in a table file.
        CREATE TABLE library (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL CHECK (kind IN ('piece', 'layout')),
            name TEXT NOT NULL,
            author TEXT NOT NULL,
            created TEXT NOT NULL,
            deleted TEXT,
            client_id TEXT UNIQUE,
            document TEXT NOT NULL
        ) STRICT;

        -- Cards by Master Unit List number (where they have one) and by every name they are found by.
        CREATE TABLE cards (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            mul INTEGER UNIQUE,
            name TEXT NOT NULL,
            source TEXT NOT NULL,
            updated TEXT NOT NULL,
            card TEXT NOT NULL
        ) STRICT;

        CREATE TABLE card_names (
            name TEXT PRIMARY KEY,
            card_id INTEGER NOT NULL REFERENCES cards (id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX card_names_card ON card_names (card_id);

        -- What was uploaded and is not accepted yet; forgotten after a day.
        CREATE TABLE drafts (
            id TEXT PRIMARY KEY,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            created TEXT NOT NULL,
            data BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
    )


@MIGRATIONS()
def v4_events(db: Database) -> None:
    """Rulings that stay as they were said, events with their layouts and tables, and tables that are locked."""
    db.executescript(
        """
        -- Since when nobody but the organiser may change this table.
        ALTER TABLE tables ADD COLUMN locked TEXT;

        -- Like a table: three codes, versions, nothing lost. `document` is the event without what lies below.
        CREATE TABLE events (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            origin TEXT UNIQUE,
            version INTEGER NOT NULL,
            created TEXT NOT NULL,
            updated TEXT NOT NULL,
            deleted TEXT,
            document TEXT NOT NULL
        ) STRICT;

        CREATE TABLE event_codes (
            code TEXT PRIMARY KEY,
            event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
            right TEXT NOT NULL CHECK (right IN ('view', 'play', 'organise')),
            UNIQUE (event_id, right)
        ) STRICT, WITHOUT ROWID;

        -- One row a version: who changed what.
        CREATE TABLE event_changes (
            event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            author TEXT NOT NULL,
            client_id TEXT,
            time TEXT NOT NULL,
            label TEXT NOT NULL,
            PRIMARY KEY (event_id, version),
            UNIQUE (event_id, client_id)
        ) STRICT, WITHOUT ROWID;

        -- `document` is a table file: terrain, zones and objectives.
        CREATE TABLE event_layouts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            updated TEXT NOT NULL,
            document TEXT NOT NULL,
            UNIQUE (event_id, name)
        ) STRICT;

        -- The tables of the hall by their numbers. A table is of one event at most.
        CREATE TABLE event_tables (
            event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            table_id INTEGER NOT NULL UNIQUE REFERENCES tables (id) ON DELETE CASCADE,
            PRIMARY KEY (event_id, number)
        ) STRICT, WITHOUT ROWID;

        -- `id` is drawn like a code: who knows it may read the ruling. `number` counts within the event, or
        -- within the table where there is none. `document` carries everything, so that nothing else is needed
        -- to show it. `outcomes` are a list: the verdict, and the other one where it is too close to call. `keys`
        -- are the rules it turned on with their pages, for looking up. `decision` is what people agreed on or a
        -- judge decided; `called` since when a judge is wanted.
        CREATE TABLE rulings (
            id TEXT PRIMARY KEY,
            table_id INTEGER REFERENCES tables (id) ON DELETE SET NULL,
            event_id INTEGER REFERENCES events (id) ON DELETE SET NULL,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            created TEXT NOT NULL,
            author TEXT NOT NULL,
            client_id TEXT,
            table_name TEXT NOT NULL,
            question TEXT NOT NULL,
            sentence TEXT NOT NULL,
            outcomes TEXT NOT NULL,
            keys TEXT NOT NULL,
            called TEXT,
            decision TEXT,
            brought TEXT,
            revoked TEXT,
            document TEXT NOT NULL,
            UNIQUE (table_id, client_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX rulings_event ON rulings (event_id, created);
        CREATE INDEX rulings_table ON rulings (table_id, created);
        """
    )


@MIGRATIONS()
def v5_event_steps(db: Database) -> None:
    """Changes of an event can be taken back."""
    db.executescript(
        """
        -- What was there before this change; kept for the newest ones that changed anything.
        ALTER TABLE event_changes ADD COLUMN before TEXT;

        -- Layouts that can come back; `version` is the event's that was without them first.
        CREATE TABLE removed_layouts (
            id INTEGER PRIMARY KEY,
            event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            name TEXT NOT NULL,
            updated TEXT NOT NULL,
            document TEXT NOT NULL
        ) STRICT;
        """
    )


@MIGRATIONS()
def v6_rights(db: Database) -> None:
    """Each change knows its right, and where a round began at each table: there the undo of players ends."""
    db.executescript(
        """
        ALTER TABLE changes ADD COLUMN right TEXT NOT NULL DEFAULT 'play' CHECK (right IN ('play', 'organise'));

        -- The highest right with which a step was made, undone or redone.
        ALTER TABLE steps ADD COLUMN right TEXT NOT NULL DEFAULT 'play' CHECK (right IN ('play', 'organise'));

        -- The version that a table had when a round of its event began.
        CREATE TABLE round_starts (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            round INTEGER NOT NULL,
            version INTEGER NOT NULL,
            PRIMARY KEY (table_id, round)
        ) STRICT, WITHOUT ROWID;

        -- What only the code to organise can have done before rights were kept.
        UPDATE changes SET right = 'organise' WHERE kind = 'create'
            OR json_extract(label, '$.key') GLOB 'terrain.*' OR json_extract(label, '$.key') GLOB 'library.*'
            OR json_extract(label, '$.key') GLOB 'layout.*' OR json_extract(label, '$.key') GLOB 'deployment.*'
            OR json_extract(label, '$.key') IN ('table.renamed', 'table.replaced', 'table.setup', 'table.locked',
                'table.unlocked', 'table.code-reissued');
        UPDATE steps SET right = 'organise' WHERE EXISTS (SELECT 1 FROM changes
            WHERE changes.table_id = steps.table_id AND changes.version = steps.version
            AND changes.right = 'organise');

        -- Rounds that are played: what a table had become when the clock was touched last, or else until now.
        INSERT INTO round_starts (table_id, round, version)
        SELECT tables.id, begun.round, coalesce((SELECT max(changes.version) FROM changes
            WHERE changes.table_id = tables.id AND changes.time <= begun.since), tables.version)
        FROM event_tables JOIN tables ON tables.id = event_tables.table_id JOIN (
            SELECT id, json_extract(document, '$.clock.round') - (
                json_type(document, '$.minutes') <> 'null' AND json_type(document, '$.clock.started') = 'null'
                AND json_extract(document, '$.clock.left') >= 60 * json_extract(document, '$.minutes')
            ) AS round, (
                SELECT max(time) FROM event_changes WHERE event_changes.event_id = events.id
                AND json_extract(label, '$.key') IN ('clock.start', 'clock.next', 'clock.set')
            ) AS since FROM events
        ) AS begun ON begun.id = event_tables.event_id
        WHERE begun.round >= 1;
        """
    )


@MIGRATIONS()
def v7_rights(db: Database) -> None:
    """The installation's own code, codes that are void, copies of the demo, and whose cards and saved pieces are."""
    db.executescript(
        """
        -- One row, made when the code is first asked for: the right to change what all tables share.
        CREATE TABLE installation (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            code TEXT NOT NULL UNIQUE
        ) STRICT;

        -- What opened something once, however it went: nobody who still asks with it is guessing.
        CREATE TABLE void_codes (code TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
        CREATE TRIGGER code_void AFTER DELETE ON codes
            BEGIN INSERT OR IGNORE INTO void_codes VALUES (OLD.code); END;
        CREATE TRIGGER event_code_void AFTER DELETE ON event_codes
            BEGIN INSERT OR IGNORE INTO void_codes VALUES (OLD.code); END;
        CREATE TRIGGER installation_code_void AFTER UPDATE OF code ON installation
            BEGIN INSERT OR IGNORE INTO void_codes VALUES (OLD.code); END;

        -- Anybody can have a copy of the demo, so its codes open nothing that tables share. Those made before
        -- are known by who made them, and their copies by the names that copies get.
        ALTER TABLE tables ADD COLUMN is_demo INTEGER NOT NULL DEFAULT 0;
        UPDATE tables SET is_demo = 1 WHERE id NOT IN (SELECT table_id FROM event_tables) AND (
            origin LIKE 'demo:%'
            OR (origin IS NULL AND id IN (
                SELECT table_id FROM changes WHERE kind = 'create' AND author = 'astrike'))
            OR json_extract(document, '$.astrike.name') LIKE 'Copy of %Target Number diagram'
            OR json_extract(document, '$.astrike.name') LIKE 'Copy of %River crossing');

        -- `table_id` is whose it is; what has none is the installation's, for all tables.
        ALTER TABLE library ADD COLUMN table_id INTEGER REFERENCES tables (id) ON DELETE CASCADE;
        CREATE INDEX library_table ON library (table_id, kind);

        CREATE TABLE owned_cards (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            table_id INTEGER REFERENCES tables (id) ON DELETE CASCADE,
            mul INTEGER,
            name TEXT NOT NULL,
            source TEXT NOT NULL,
            updated TEXT NOT NULL,
            deleted TEXT,
            card TEXT NOT NULL
        ) STRICT;
        INSERT INTO owned_cards (id, mul, name, source, updated, card)
            SELECT id, mul, name, source, updated, card FROM cards;

        -- `owner` is the table of the card, 0 for the installation: each has every name once.
        CREATE TABLE owned_names (
            owner INTEGER NOT NULL,
            name TEXT NOT NULL,
            card_id INTEGER NOT NULL REFERENCES owned_cards (id) ON DELETE CASCADE,
            PRIMARY KEY (owner, name)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO owned_names (owner, name, card_id) SELECT 0, name, card_id FROM card_names;

        DROP TABLE card_names;
        DROP TABLE cards;
        ALTER TABLE owned_cards RENAME TO cards;
        ALTER TABLE owned_names RENAME TO card_names;
        CREATE INDEX card_names_card ON card_names (card_id);
        CREATE UNIQUE INDEX cards_mul ON cards (coalesce(table_id, 0), mul) WHERE mul IS NOT NULL;
        CREATE INDEX cards_table ON cards (table_id);

        -- What the catalogue answered when the list was read: what was looked at is what is added.
        ALTER TABLE drafts ADD COLUMN answers TEXT;
        """
    )


@MIGRATIONS()
def v8_made_tables(db: Database) -> None:
    """Tables made without a code are counted by day and address."""
    db.executescript(
        """
        -- Of the newest day alone.
        CREATE TABLE made_tables (
            day TEXT NOT NULL,
            address TEXT NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (day, address)
        ) STRICT, WITHOUT ROWID;
        """
    )


@MIGRATIONS()
def v9_judge_calls(db: Database) -> None:
    """Tables of an event call for a judge."""
    db.executescript(
        """
        -- `number` is that of the table when it called; `coming` since when a judge is on the way.
        CREATE TABLE judge_calls (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            called TEXT NOT NULL,
            author TEXT NOT NULL,
            about TEXT NOT NULL,
            ruling_id TEXT REFERENCES rulings (id) ON DELETE SET NULL,
            coming TEXT,
            coming_by TEXT NOT NULL DEFAULT '',
            ended TEXT,
            ended_by TEXT NOT NULL DEFAULT '',
            ending TEXT CHECK (ending IN ('done', 'decided', 'taken-back')),
            outcome TEXT NOT NULL DEFAULT ''
        ) STRICT;
        CREATE INDEX judge_calls_event ON judge_calls (event_id);
        CREATE UNIQUE INDEX judge_calls_open ON judge_calls (table_id) WHERE ending IS NULL;
        CREATE INDEX judge_calls_table ON judge_calls (table_id);
        """
    )


@MIGRATIONS()
def v10_seats(db: Database) -> None:
    """Each phone has an id of its own, and on a table the sides that it plays."""
    db.executescript(
        """
        -- `device` is drawn at random and never shown; `sides` is a JSON list of ids, empty for who only watches.
        ALTER TABLE changes ADD COLUMN device TEXT;
        CREATE TABLE seats (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            device TEXT NOT NULL,
            sides TEXT NOT NULL,
            PRIMARY KEY (table_id, device)
        ) STRICT, WITHOUT ROWID;
        """
    )


@MIGRATIONS()
def v11_play(db: Database) -> None:
    """Each move and attack says in its change what was played."""
    db.executescript(
        """
        -- A JSON object with the version of its format; NULL: the change was no move and no attack.
        ALTER TABLE changes ADD COLUMN play TEXT;
        """
    )
