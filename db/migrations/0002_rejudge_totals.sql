ALTER TABLE `rejudge_results` ADD `total_before` integer;--> statement-breakpoint
ALTER TABLE `rejudge_results` ADD `total_after` integer;--> statement-breakpoint
ALTER TABLE `rejudges` ADD `others` integer DEFAULT 0 NOT NULL;