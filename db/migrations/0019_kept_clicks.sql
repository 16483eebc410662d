ALTER TABLE `answers` ADD `verified_click` integer;--> statement-breakpoint
ALTER TABLE `answers` ADD `verified_from` text;