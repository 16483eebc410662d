ALTER TABLE `leases` ADD `heard_at` integer;--> statement-breakpoint
CREATE INDEX `ops_late_key` ON `ops` (`attempt_id`,`key`,`seq`) WHERE verdict = 'late' AND result <> 'rejected';