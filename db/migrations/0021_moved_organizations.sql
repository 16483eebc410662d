CREATE TABLE `moved_logs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`attempt_id` integer NOT NULL,
	`head_seq` integer NOT NULL,
	`moved_at` integer NOT NULL,
	`receipt_key` text NOT NULL,
	`numbers` text NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `moved_logs_attempt` ON `moved_logs` (`attempt_id`,`id`);--> statement-breakpoint
CREATE TABLE `moved_rows` (
	`source` text NOT NULL,
	`name` text NOT NULL,
	`source_key` text NOT NULL,
	`here_key` text NOT NULL,
	`organization_id` integer NOT NULL,
	`digest` text NOT NULL,
	`here_digest` text NOT NULL,
	PRIMARY KEY(`source`, `name`, `source_key`),
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `moved_rows_organization` ON `moved_rows` (`organization_id`,`source`);