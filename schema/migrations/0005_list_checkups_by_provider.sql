-- Of each internet provider the newest report of each browser is listed, of its newest browsers: whoever sends many, or through many
-- networks of one provider, takes no place of others. What comes from addresses that are for rent is read by its link alone.
ALTER TABLE checkup ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;

CREATE INDEX checkup_by_client ON checkup (provider, os, browser, version);
CREATE INDEX checkup_by_listing ON checkup (provider) WHERE listed = 1;

UPDATE checkup SET listed = 1 WHERE provider <> 'hosting' AND checkup_id = (
  SELECT max(newer.checkup_id) FROM checkup AS newer
  WHERE (newer.provider, newer.os, newer.browser, newer.version) =
        (checkup.provider, checkup.os, checkup.browser, checkup.version));
