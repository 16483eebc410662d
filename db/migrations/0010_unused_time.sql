ALTER TABLE `attempts` ADD `unused_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `attempts` SET `unused_ms` = `paused_ms` WHERE `paused_ms` > 0;
