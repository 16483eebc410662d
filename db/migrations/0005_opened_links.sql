DROP INDEX `attempts_unopened`;--> statement-breakpoint
CREATE INDEX `attempts_unopened` ON `attempts` (`drive_id`,`opened_at`) WHERE opened_at IS NULL;--> statement-breakpoint
UPDATE `attempts` SET `opened_at` = `profile_completed_at` WHERE `opened_at` IS NULL AND `profile_completed_at` IS NOT NULL;
