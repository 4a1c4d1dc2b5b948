-- The list of reports is made of the newest that are listed, and reads no more of them however many there are.
CREATE INDEX checkup_by_age ON checkup (checkup_id, provider) WHERE listed = 1;
