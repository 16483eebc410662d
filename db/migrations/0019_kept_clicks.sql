ALTER TABLE `answers` ADD `verified_click` integer;--> statement-breakpoint
ALTER TABLE `answers` ADD `verified_from` text;--> statement-breakpoint
CREATE INDEX `leases_kept` ON `leases` (`attempt_id`,`epoch`) WHERE given_up = 0;