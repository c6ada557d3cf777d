BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'astrike','v1_tables','2026-11-28 00:31:37.079554+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'astrike','v2_rolls','2026-11-28 09:00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'astrike','v3_library','2026-11-28 10:22:28.999647+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'astrike','v4_events','2026-11-28 15:02:20.163473+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'astrike','v5_event_steps','2026-11-28 17:00:00+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'astrike','v6_rights','2026-11-29 01:50:00+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'astrike','v7_rights','2026-11-29 02:00:00+00:00');
INSERT INTO "_sqlite_migrations" VALUES(8,'astrike','v8_made_tables','2026-11-29 02:10:00+00:00');
INSERT INTO "_sqlite_migrations" VALUES(9,'astrike','v9_judge_calls','2026-11-29 02:20:00+00:00');
INSERT INTO "_sqlite_migrations" VALUES(10,'astrike','v10_seats','2026-11-29 21:13:38.923996+00:00');
INSERT INTO "_sqlite_migrations" VALUES(11,'astrike','v11_play','2026-11-29 23:13:38.923996+00:00');
CREATE TABLE "card_names" (
            owner INTEGER NOT NULL,
            name TEXT NOT NULL,
            card_id INTEGER NOT NULL REFERENCES "cards" (id) ON DELETE CASCADE,
            PRIMARY KEY (owner, name)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "card_names" VALUES(0,'alder ald-1',1);
INSERT INTO "card_names" VALUES(1,'alder ald-1',2);
CREATE TABLE "cards" (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            table_id INTEGER REFERENCES tables (id) ON DELETE CASCADE,
            mul INTEGER,
            name TEXT NOT NULL,
            source TEXT NOT NULL,
            updated TEXT NOT NULL,
            deleted TEXT,
            card TEXT NOT NULL
        ) STRICT;
INSERT INTO "cards" VALUES(1,NULL,7001,'Alder ALD-1','mekbay-csv','2026-11-01T10:00:00+00:00',NULL,'{"type": "BM"}');
INSERT INTO "cards" VALUES(2,1,7001,'Alder ALD-1','own.csv','2026-11-29T02:00:00.000000+00:00',NULL,'{"type":"BM","size":1,"armor":3,"structure":2}');
CREATE TABLE changes (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('create', 'change', 'undo', 'redo')),
            author TEXT NOT NULL,
            client_id TEXT,
            time TEXT NOT NULL,
            label TEXT NOT NULL,
            operations TEXT NOT NULL,
            inverse TEXT NOT NULL, right TEXT NOT NULL DEFAULT 'play' CHECK (right IN ('play', 'organise')), device TEXT, play TEXT,
            PRIMARY KEY (table_id, version),
            UNIQUE (table_id, client_id)
        ) STRICT;
INSERT INTO "changes" VALUES(1,1,'create','organiser',NULL,'2026-11-27T18:30:00.000000+00:00','{"key":"table.created","names":{}}','[]','[]','organise',NULL,NULL);
INSERT INTO "changes" VALUES(1,2,'change','Kim''s phone','c-1','2026-11-27T18:30:00.000000+00:00','{"key":"unit.changed","names":{"unit":"A"}}','[{"op":"set-property","feature":"A","key":"heat","value":1}]','[{"op":"set-property","feature":"A","key":"heat","value":0}]','play',NULL,NULL);
INSERT INTO "changes" VALUES(1,3,'change','Kim''s phone','c-2','2026-11-27T18:30:00.000000+00:00','{"key":"unit.changed","names":{"unit":"A"}}','[{"op":"set-geometry","feature":"B","geometry":{"type":"Point","coordinates":[9,9.25]}},{"op":"set-member","key":"turn","value":2}]','[{"op":"set-member","key":"turn"},{"op":"set-geometry","feature":"B","geometry":{"type":"Point","coordinates":[7,7.5]}}]','play',NULL,NULL);
INSERT INTO "changes" VALUES(1,4,'change','Kim''s phone','c-3','2026-11-27T18:30:00.000000+00:00','{"key":"unit.changed","names":{"unit":"A"}}','[{"op":"remove-feature","feature":"B"},{"op":"add-feature","feature":{"type":"Feature","id":"\u00c4tlas","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit \u00c4tlas","heat":0}}}]','[{"op":"remove-feature","feature":"\u00c4tlas"},{"op":"add-feature","feature":{"type":"Feature","id":"B","geometry":{"type":"Point","coordinates":[9,9.25]},"properties":{"kind":"unit","name":"Unit B","heat":0}},"at":1}]','play',NULL,NULL);
INSERT INTO "changes" VALUES(1,5,'undo','Kim''s phone','c-4','2026-11-27T18:30:00.000000+00:00','{"key":"unit.changed","names":{"unit":"A"}}','[{"op":"remove-feature","feature":"\u00c4tlas"},{"op":"add-feature","feature":{"type":"Feature","id":"B","geometry":{"type":"Point","coordinates":[9,9.25]},"properties":{"kind":"unit","name":"Unit B","heat":0}},"at":1}]','[{"op":"remove-feature","feature":"B"},{"op":"add-feature","feature":{"type":"Feature","id":"\u00c4tlas","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit \u00c4tlas","heat":0}},"at":1}]','play',NULL,NULL);
INSERT INTO "changes" VALUES(1,6,'undo','Kim''s phone','c-5','2026-11-27T18:30:00.000000+00:00','{"key":"unit.changed","names":{"unit":"A"}}','[{"op":"set-member","key":"turn"},{"op":"set-geometry","feature":"B","geometry":{"type":"Point","coordinates":[7,7.5]}}]','[{"op":"set-geometry","feature":"B","geometry":{"type":"Point","coordinates":[9,9.25]}},{"op":"set-member","key":"turn","value":2,"at":4}]','play',NULL,NULL);
INSERT INTO "changes" VALUES(1,7,'redo','Kim''s phone','c-6','2026-11-27T18:30:00.000000+00:00','{"key":"unit.changed","names":{"unit":"A"}}','[{"op":"set-geometry","feature":"B","geometry":{"type":"Point","coordinates":[9,9.25]}},{"op":"set-member","key":"turn","value":2}]','[{"op":"set-member","key":"turn"},{"op":"set-geometry","feature":"B","geometry":{"type":"Point","coordinates":[7,7.5]}}]','play',NULL,NULL);
INSERT INTO "changes" VALUES(2,1,'create','organiser',NULL,'2026-11-27T18:30:00.000000+00:00','{"key":"table.created","names":{}}','[]','[]','organise',NULL,NULL);
INSERT INTO "changes" VALUES(3,1,'create','organiser',NULL,'2026-11-27T18:30:00.000000+00:00','{"key":"table.created","names":{}}','[]','[]','organise',NULL,NULL);
INSERT INTO "changes" VALUES(3,2,'change','Kim''s phone','h-1','2026-11-27T18:30:00.000000+00:00','{"key":"unit.changed","names":{"unit":"A"}}','[{"op":"set-property","feature":"A","key":"heat","value":1}]','[{"op":"set-property","feature":"A","key":"heat","value":0}]','play',NULL,'{"play":1,"turn":1,"act":"move","unit":"A","mode":"ground","from":[7,7.5,0],"path":[[9,9.25]],"to":[9,9.25,0],"inches":2.658,"cost":2.658,"facing":90,"allowed":true,"out_of_order":false}');
INSERT INTO "changes" VALUES(3,3,'change','Kim''s phone','h-2','2026-11-27T18:30:00.000000+00:00','{"key":"unit.changed","names":{"unit":"A"}}','[{"op":"set-property","feature":"A","key":"heat","value":2}]','[{"op":"set-property","feature":"A","key":"heat","value":1}]','organise',NULL,'{"play":2,"act":"dance"}');
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
INSERT INTO "codes" VALUES('DKQ2011M3Z',3,'view');
INSERT INTO "codes" VALUES('EKQ2011M3Z',3,'play');
INSERT INTO "codes" VALUES('FKQ2011M3Z',3,'organise');
CREATE TABLE drafts (
            id TEXT PRIMARY KEY,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            created TEXT NOT NULL,
            data BLOB NOT NULL
        , answers TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE event_changes (
            event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            author TEXT NOT NULL,
            client_id TEXT,
            time TEXT NOT NULL,
            label TEXT NOT NULL, before TEXT,
            PRIMARY KEY (event_id, version),
            UNIQUE (event_id, client_id)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "event_changes" VALUES(1,1,'Desk',NULL,'2026-11-27T18:30:00.000000+00:00','{"key":"event.created","names":{}}',NULL);
INSERT INTO "event_changes" VALUES(1,2,'Desk',NULL,'2026-11-27T18:30:00.000000+00:00','{"key":"layout.added","names":{"name":"River"}}',NULL);
INSERT INTO "event_changes" VALUES(1,3,'Desk',NULL,'2026-11-27T18:30:00.000000+00:00','{"key":"layout.added","names":{"name":"Mill"}}','{"layouts":{"come":[],"go":[[2,"Mill"]]}}');
INSERT INTO "event_changes" VALUES(1,4,'Desk',NULL,'2026-11-27T18:30:00.000000+00:00','{"key":"layout.removed","names":{"name":"Mill"}}','{"layouts":{"come":[[2,"Mill"]],"go":[]}}');
INSERT INTO "event_changes" VALUES(1,5,'Kim','call-1','2026-11-27T18:30:00.000000+00:00','{"key":"judge.called","names":{"number":"7","about":"partial cover"}}',NULL);
INSERT INTO "event_changes" VALUES(1,6,'Robin','come-1','2026-11-27T18:30:00.000000+00:00','{"key":"judge.coming","names":{"number":"7","by":"Robin"}}',NULL);
CREATE TABLE event_codes (
            code TEXT PRIMARY KEY,
            event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
            right TEXT NOT NULL CHECK (right IN ('view', 'play', 'organise')),
            UNIQUE (event_id, right)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "event_codes" VALUES('7PW0000002',1,'play');
INSERT INTO "event_codes" VALUES('7RW0000003',1,'organise');
INSERT INTO "event_codes" VALUES('7VW0000006',1,'view');
CREATE TABLE event_layouts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            updated TEXT NOT NULL,
            document TEXT NOT NULL,
            UNIQUE (event_id, name)
        ) STRICT;
INSERT INTO "event_layouts" VALUES(1,1,'River','2026-11-27T18:30:00.000000+00:00','{"type":"FeatureCollection","astrike":{"format":1,"name":"Test table","width":48,"depth":36},"features":[{"type":"Feature","id":"A","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit A","heat":0}},{"type":"Feature","id":"B","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit B","heat":0}}]}');
CREATE TABLE event_tables (
            event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            table_id INTEGER NOT NULL UNIQUE REFERENCES tables (id) ON DELETE CASCADE,
            PRIMARY KEY (event_id, number)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "event_tables" VALUES(1,7,1);
CREATE TABLE events (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            origin TEXT UNIQUE,
            version INTEGER NOT NULL,
            created TEXT NOT NULL,
            updated TEXT NOT NULL,
            deleted TEXT,
            document TEXT NOT NULL
        ) STRICT;
INSERT INTO "events" VALUES(1,NULL,6,'2026-11-27T18:30:00.000000+00:00','2026-11-27T18:30:00.000000+00:00',NULL,'{"name":"Autumn Open","edition":"ce-5.01"}');
CREATE TABLE installation (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            code TEXT NOT NULL UNIQUE
        ) STRICT;
INSERT INTO "installation" VALUES(1,'7NS0000005');
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
INSERT INTO "judge_calls" VALUES(1,1,1,7,'2026-11-27T18:30:00.000000+00:00','Kim','partial cover','9RV0000004','2026-11-27T18:30:00.000000+00:00','Robin',NULL,'',NULL,'');
CREATE TABLE library (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL CHECK (kind IN ('piece', 'layout')),
            name TEXT NOT NULL,
            author TEXT NOT NULL,
            created TEXT NOT NULL,
            deleted TEXT,
            client_id TEXT UNIQUE,
            document TEXT NOT NULL
        , table_id INTEGER REFERENCES tables (id) ON DELETE CASCADE) STRICT;
INSERT INTO "library" VALUES(1,'piece','Crag','Kim','2026-11-01T10:00:00+00:00',NULL,'keep-1','{"features": []}',NULL);
INSERT INTO "library" VALUES(2,'piece','Own crag','Kim','2026-11-29T02:00:00.000000+00:00',NULL,'keep-2','{"features":[]}',1);
CREATE TABLE made_tables (
            day TEXT NOT NULL,
            address TEXT NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (day, address)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "made_tables" VALUES('2026-11-27','192.168.1.7',3);
CREATE TABLE removed_layouts (
            id INTEGER PRIMARY KEY,
            event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            name TEXT NOT NULL,
            updated TEXT NOT NULL,
            document TEXT NOT NULL
        ) STRICT;
INSERT INTO "removed_layouts" VALUES(2,1,4,'Mill','2026-11-27T18:30:00.000000+00:00','{"type":"FeatureCollection","astrike":{"format":1,"name":"Test table","width":48,"depth":36},"features":[{"type":"Feature","id":"A","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit A","heat":0}},{"type":"Feature","id":"B","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit B","heat":0}}]}');
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
INSERT INTO "rolls" VALUES(1,1,'Kim','r-1','2026-11-28T09:00:00.000000+00:00','{"key":"roll.attack","names":{"attacker":"A","target":"\u00c4tlas"}}','[["attack","Attack",2,6,8,false],["critical","Critical hit",2,6,12,true]]');
CREATE TABLE round_starts (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            round INTEGER NOT NULL,
            version INTEGER NOT NULL,
            PRIMARY KEY (table_id, round)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "round_starts" VALUES(3,1,2);
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
INSERT INTO "rulings" VALUES('9RV0000004',1,1,1,'attack','2026-11-27T18:30:00.000000+00:00','Kim','form-0001','Hall table 7','What does Alder need to hit B?','Alder hits B: 46 % behind Hill 2.','["8+"]','["terrain.cover","CE p.43","range.none","CE p.40"]',NULL,NULL,NULL,NULL,'{"kind":"attack","table":{"type":"FeatureCollection","astrike":{"format":1,"name":"Test table","width":48,"depth":36},"features":[{"type":"Feature","id":"A","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit A","heat":0}},{"type":"Feature","id":"B","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit B","heat":0}}]},"question":{"attacker":"A","target":"B"},"edition":"ce-5.01","edition_digest":"0a1b","environment":"daylight","options":[{"name":"Longest line of sight","text":"60","key":"sight.max"}],"tolerance":0.1,"table_version":3,"tried":"","engine":"0.1.0","answer":{"allowed":true,"target_number":8,"probability":0.4167,"modifiers":[]},"shown":{"question":"What does Alder need to hit B?","verdict":"8+","other":"","odds":"41.7 %","beside":["15 of 36 rolls"],"sentence":"Alder hits B: 46 % behind Hill 2.","margin":{"name":"Holds within 0.20\u2033","text":"Medium ends at 24.00\u2033.","key":""},"ledger":[{"part":"O","label":"Partial cover","detail":"Hill 2","value":"+1","ref":"CE p.43","key":"terrain.cover","is_zero":false}],"total":{"part":"","label":"Target Number","detail":"","value":"8","ref":"","key":"total","is_zero":false},"reasons":[{"label":"Out of range","detail":"","ref":"CE p.40","key":"range.none","severity":"warning","mark":""}],"facts":[{"name":"Arc","text":"front","key":"arc"}],"small_print":[{"name":"Assumed","text":"Skill 4","key":""}],"drawings":[{"key":"plan","said":"Seen from above","width":390.0,"height":120.5,"svg":"<svg/>"}],"scale":"Heights true to scale."}}');
CREATE TABLE seats (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            device TEXT NOT NULL,
            sides TEXT NOT NULL,
            PRIMARY KEY (table_id, device)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,'0123456789abcdef0123456789abcdef','["red"]');
CREATE TABLE steps (
            table_id INTEGER NOT NULL,
            step INTEGER NOT NULL,
            version INTEGER NOT NULL, right TEXT NOT NULL DEFAULT 'play' CHECK (right IN ('play', 'organise')),
            PRIMARY KEY (table_id, step),
            UNIQUE (table_id, version),
            FOREIGN KEY (table_id, version) REFERENCES changes (table_id, version) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
INSERT INTO "steps" VALUES(1,1,2,'play');
INSERT INTO "steps" VALUES(1,2,3,'play');
INSERT INTO "steps" VALUES(1,3,4,'play');
INSERT INTO "steps" VALUES(3,1,2,'play');
INSERT INTO "steps" VALUES(3,2,3,'organise');
CREATE TABLE tables (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            origin TEXT UNIQUE,
            version INTEGER NOT NULL,
            step INTEGER NOT NULL,
            created TEXT NOT NULL,
            updated TEXT NOT NULL,
            deleted TEXT,
            document TEXT NOT NULL
        , locked TEXT, is_demo INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "tables" VALUES(1,'demo:diagram',7,2,'2026-11-27T18:30:00.000000+00:00','2026-11-27T18:30:00.000000+00:00',NULL,'{"type":"FeatureCollection","astrike":{"format":1,"name":"Test table","width":48,"depth":36,"turn":2},"features":[{"type":"Feature","id":"A","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit A","heat":1}},{"type":"Feature","id":"B","geometry":{"type":"Point","coordinates":[9,9.25]},"properties":{"kind":"unit","name":"Unit B","heat":0}}]}',NULL,0);
INSERT INTO "tables" VALUES(2,NULL,1,0,'2026-11-27T18:30:00.000000+00:00','2026-11-27T18:30:00.000000+00:00','2026-11-28T18:30:00.000000+00:00','{"type":"FeatureCollection","astrike":{"format":1,"name":"Deleted","width":48,"depth":36},"features":[{"type":"Feature","id":"X","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit X","heat":0}}]}',NULL,0);
INSERT INTO "tables" VALUES(3,NULL,3,2,'2026-11-27T18:30:00.000000+00:00','2026-11-27T18:30:00.000000+00:00',NULL,'{"type":"FeatureCollection","astrike":{"format":1,"name":"Held","width":48,"depth":36},"features":[{"type":"Feature","id":"A","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit A","heat":2}},{"type":"Feature","id":"B","geometry":{"type":"Point","coordinates":[7,7.5]},"properties":{"kind":"unit","name":"Unit B","heat":0}}]}',NULL,0);
CREATE TABLE void_codes (code TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO "void_codes" VALUES('7VW0000001');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX rulings_event ON rulings (event_id, created);
CREATE INDEX rulings_table ON rulings (table_id, created);
CREATE TRIGGER code_void AFTER DELETE ON codes
            BEGIN INSERT OR IGNORE INTO void_codes VALUES (OLD.code); END;
CREATE TRIGGER event_code_void AFTER DELETE ON event_codes
            BEGIN INSERT OR IGNORE INTO void_codes VALUES (OLD.code); END;
CREATE TRIGGER installation_code_void AFTER UPDATE OF code ON installation
            BEGIN INSERT OR IGNORE INTO void_codes VALUES (OLD.code); END;
CREATE INDEX library_table ON library (table_id, kind);
CREATE INDEX card_names_card ON card_names (card_id);
CREATE UNIQUE INDEX cards_mul ON cards (coalesce(table_id, 0), mul) WHERE mul IS NOT NULL;
CREATE INDEX cards_table ON cards (table_id);
CREATE INDEX judge_calls_event ON judge_calls (event_id);
CREATE UNIQUE INDEX judge_calls_open ON judge_calls (table_id) WHERE ending IS NULL;
CREATE INDEX judge_calls_table ON judge_calls (table_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',3);
INSERT INTO "sqlite_sequence" VALUES('library',2);
INSERT INTO "sqlite_sequence" VALUES('events',1);
INSERT INTO "sqlite_sequence" VALUES('event_layouts',2);
INSERT INTO "sqlite_sequence" VALUES('cards',2);
INSERT INTO "sqlite_sequence" VALUES('judge_calls',1);
COMMIT;
