ALTER TABLE `answers` ADD `verified_at` integer;--> statement-breakpoint
ALTER TABLE `attempts` ADD `finish_verdict` text;--> statement-breakpoint
ALTER TABLE `leases` ADD `heard_at` integer;--> statement-breakpoint
CREATE INDEX `ops_late_key` ON `ops` (`attempt_id`,`key`,`seq`) WHERE verdict = 'late' AND result <> 'rejected';--> statement-breakpoint
CREATE INDEX `ops_saves` ON `ops` (`attempt_id`,`key`,`verdict`,`seq`) WHERE type = 'mcq_save' AND result <> 'rejected';