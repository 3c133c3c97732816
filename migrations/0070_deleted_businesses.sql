-- A deleted business is out of everybody's reach (worker/platform/business-access.ts) and can be brought back until it is erased.
ALTER TABLE businesses ADD COLUMN deleted_at INTEGER;
CREATE INDEX businesses_deleted ON businesses (organization_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX businesses_to_erase ON businesses (deleted_at) WHERE deleted_at IS NOT NULL;
