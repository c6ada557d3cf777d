BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'astrike','v1_tables','2026-11-28 00:31:37.079554+00:00');
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
INSERT INTO "changes" VALUES(1,1,'create','organiser',NULL,'2026-11-27T18:30:00.000000+00:00','{"key":"table.created","names":{}}','[]','[]');
INSERT INTO "changes" VALUES(1,2,'change','Kim''s phone','c-1','2026-11-27T18:30:00.000000+00:00','{"key":"unit.changed","names":{"unit":"A"}}','[{"op":"set-property","feature":"A","key":"heat","value":1}]','[{"op":"set-property","feature":"A","key":"heat","value":0}]');
INSERT INTO "changes" VALUES(1,3,'change','Kim''s phone','c-2','2026-11-27T18:30:00.000000+00:00','{"key":"unit.changed","names":{"unit":"A"}}','[{"op":"set-geometry","feature":"B","geometry":{"type":"Point","coordinates":[9,9.25]}},{"op":"set-member","key":"turn","value":2}]','[{"op":"set-member","key":"turn"},{"op":"set-geometry","feature":"B","geometry":{"type":"Point","coordinates":[7,7.5]}}]');
INSERT INTO "changes" VALUES(1,4,'change','Kim''s phone','c-3','2026-11-27T18:30:00.000000+00:00','{"key":"unit.changed","names":{"unit":"A"}}','[{"op":"remove-feature","feature":"B"},{"op":"add-feature","feature":{"type":"Feature","id":"\u00c4tlas","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit \u00c4tlas","heat":0}}}]','[{"op":"remove-feature","feature":"\u00c4tlas"},{"op":"add-feature","feature":{"type":"Feature","id":"B","geometry":{"type":"Point","coordinates":[9,9.25]},"properties":{"kind":"unit","name":"Unit B","heat":0}},"at":1}]');
INSERT INTO "changes" VALUES(1,5,'undo','Kim''s phone','c-4','2026-11-27T18:30:00.000000+00:00','{"key":"unit.changed","names":{"unit":"A"}}','[{"op":"remove-feature","feature":"\u00c4tlas"},{"op":"add-feature","feature":{"type":"Feature","id":"B","geometry":{"type":"Point","coordinates":[9,9.25]},"properties":{"kind":"unit","name":"Unit B","heat":0}},"at":1}]','[{"op":"remove-feature","feature":"B"},{"op":"add-feature","feature":{"type":"Feature","id":"\u00c4tlas","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit \u00c4tlas","heat":0}},"at":1}]');
INSERT INTO "changes" VALUES(1,6,'undo','Kim''s phone','c-5','2026-11-27T18:30:00.000000+00:00','{"key":"unit.changed","names":{"unit":"A"}}','[{"op":"set-member","key":"turn"},{"op":"set-geometry","feature":"B","geometry":{"type":"Point","coordinates":[7,7.5]}}]','[{"op":"set-geometry","feature":"B","geometry":{"type":"Point","coordinates":[9,9.25]}},{"op":"set-member","key":"turn","value":2,"at":4}]');
INSERT INTO "changes" VALUES(1,7,'redo','Kim''s phone','c-6','2026-11-27T18:30:00.000000+00:00','{"key":"unit.changed","names":{"unit":"A"}}','[{"op":"set-geometry","feature":"B","geometry":{"type":"Point","coordinates":[9,9.25]}},{"op":"set-member","key":"turn","value":2}]','[{"op":"set-member","key":"turn"},{"op":"set-geometry","feature":"B","geometry":{"type":"Point","coordinates":[7,7.5]}}]');
INSERT INTO "changes" VALUES(2,1,'create','organiser',NULL,'2026-11-27T18:30:00.000000+00:00','{"key":"table.created","names":{}}','[]','[]');
CREATE TABLE codes (
            code TEXT PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            right TEXT NOT NULL CHECK (right IN ('view', 'play', 'organise')),
            UNIQUE (table_id, right)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "codes" VALUES('7KQ2011M3Z',1,'view');
INSERT INTO "codes" VALUES('8KQ2011M3Z',1,'play');
INSERT INTO "codes" VALUES('9KQ2011M3Z',1,'organise');
INSERT INTO "codes" VALUES('AKQ2011M3Z',2,'view');
INSERT INTO "codes" VALUES('BKQ2011M3Z',2,'play');
INSERT INTO "codes" VALUES('CKQ2011M3Z',2,'organise');
CREATE TABLE steps (
            table_id INTEGER NOT NULL,
            step INTEGER NOT NULL,
            version INTEGER NOT NULL,
            PRIMARY KEY (table_id, step),
            UNIQUE (table_id, version),
            FOREIGN KEY (table_id, version) REFERENCES changes (table_id, version) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES(1,1,2);
INSERT INTO "steps" VALUES(1,2,3);
INSERT INTO "steps" VALUES(1,3,4);
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
INSERT INTO "tables" VALUES(1,'demo:diagram',7,2,'2026-11-27T18:30:00.000000+00:00','2026-11-27T18:30:00.000000+00:00',NULL,'{"type":"FeatureCollection","astrike":{"format":1,"name":"Test table","width":48,"depth":36,"turn":2},"features":[{"type":"Feature","id":"A","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit A","heat":1}},{"type":"Feature","id":"B","geometry":{"type":"Point","coordinates":[9,9.25]},"properties":{"kind":"unit","name":"Unit B","heat":0}}]}');
INSERT INTO "tables" VALUES(2,NULL,1,0,'2026-11-27T18:30:00.000000+00:00','2026-11-27T18:30:00.000000+00:00','2026-11-28T18:30:00.000000+00:00','{"type":"FeatureCollection","astrike":{"format":1,"name":"Deleted","width":48,"depth":36},"features":[{"type":"Feature","id":"X","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit X","heat":0}}]}');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',2);
COMMIT;
