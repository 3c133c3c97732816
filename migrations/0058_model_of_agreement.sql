-- An owner agrees to one model. Those that were made before name none, so nothing is sent until they are made again.
ALTER TABLE model_agreements ADD COLUMN model TEXT NOT NULL DEFAULT '';
