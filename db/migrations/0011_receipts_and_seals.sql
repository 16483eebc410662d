CREATE TABLE `receipts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`attempt_id` integer NOT NULL,
	`code` text NOT NULL,
	`lease_id` text NOT NULL,
	`head_seq` integer NOT NULL,
	`head_hash` text NOT NULL,
	`at` integer NOT NULL,
	`server_epoch` integer NOT NULL,
	`receipt` text NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_head` ON `receipts` (`attempt_id`,`head_seq`,`lease_id`);--> statement-breakpoint
CREATE INDEX `receipts_code` ON `receipts` (`code`);--> statement-breakpoint
ALTER TABLE `attempts` ADD `head_seal` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `attempts` ADD `sealed_from` integer;