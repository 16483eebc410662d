CREATE TABLE `shown_receipts` (
	`attempt_ref` text PRIMARY KEY NOT NULL,
	`lease_id` text NOT NULL,
	`head_seq` integer NOT NULL,
	`head_hash` text NOT NULL,
	`at` integer NOT NULL,
	`server_epoch` integer NOT NULL,
	`shown_at` integer NOT NULL
);
