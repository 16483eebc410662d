DROP INDEX `ops_late_key`;--> statement-breakpoint
DROP INDEX `ops_saves`;--> statement-breakpoint
CREATE INDEX `ops_late_key` ON `ops` (`attempt_id`,`key`,`verdict`,`seq`) WHERE verdict <> 'on_time' AND (result <> 'rejected' OR reason = 'no_submissions_left');--> statement-breakpoint
CREATE INDEX `ops_saves` ON `ops` (`attempt_id`,`key`,`verdict`,`seq`) WHERE type IN ('draft', 'submit', 'mcq_save') AND (result <> 'rejected' OR reason = 'no_submissions_left');--> statement-breakpoint
DROP INDEX `quarantine_op`;--> statement-breakpoint
CREATE INDEX `quarantine_adopted` ON `quarantine` (`attempt_id`,`key`) WHERE adopted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `quarantine_op` ON `quarantine` (`attempt_id`,`op_id`,(CASE WHEN json_valid(op) THEN op ->> '$.body_hash' END));