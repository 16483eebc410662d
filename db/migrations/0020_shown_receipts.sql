CREATE TABLE `shown_receipts` (
	`attempt_ref` text NOT NULL,
	`head_seq` integer NOT NULL,
	`head_hash` text NOT NULL,
	`at` integer NOT NULL,
	`shown_at` integer NOT NULL,
	PRIMARY KEY(`attempt_ref`, `head_hash`)
);
