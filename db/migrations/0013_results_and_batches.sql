DROP INDEX `attempts_results`;--> statement-breakpoint
DROP INDEX `attempts_selected`;--> statement-breakpoint
CREATE INDEX `attempts_worst` ON `attempts` (`drive_id`,`score`,started_at IS NULL,`id`,`started_at`,`search_key`);--> statement-breakpoint
CREATE INDEX `attempts_results` ON `attempts` (`drive_id`,`score`,started_at IS NOT NULL,`id`,`started_at`,`finished_at`,`search_key`);--> statement-breakpoint
CREATE INDEX `attempts_selected` ON `attempts` (`drive_id`,`id`,`score`,`started_at`,`search_key`,`is_selected`) WHERE is_selected = 1;--> statement-breakpoint
CREATE INDEX `audit_log_batch` ON `audit_log` (CASE WHEN json_valid(after) THEN after ->> '$.batch' END,`id`,`organization_id`) WHERE CASE WHEN json_valid(after) THEN after ->> '$.batch' END IS NOT NULL;