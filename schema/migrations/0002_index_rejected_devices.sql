-- Boards: whether a listed run is of a rejected device reads a row of that device alone, and none of the others.
CREATE INDEX device_by_rejection ON device (slug) WHERE status = 'rejected';
