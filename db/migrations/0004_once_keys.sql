CREATE TABLE `once_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`key_hash` text NOT NULL,
	`request_hash` text NOT NULL,
	`claim` text NOT NULL,
	`outcome` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `once_keys_key` ON `once_keys` (`user_id`,`key_hash`);--> statement-breakpoint
CREATE INDEX `once_keys_created` ON `once_keys` (`created_at`);