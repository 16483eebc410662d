DROP INDEX `attempts_deadline`;--> statement-breakpoint
CREATE INDEX `attempts_running` ON `attempts` (`deadline_at`) WHERE deadline_at IS NOT NULL AND finished_at IS NULL;