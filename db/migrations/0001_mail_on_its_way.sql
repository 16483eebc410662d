ALTER TABLE `account_tokens` ADD `ref` text;--> statement-breakpoint
CREATE UNIQUE INDEX `account_tokens_ref` ON `account_tokens` (`ref`);--> statement-breakpoint
CREATE INDEX `account_tokens_email` ON `account_tokens` (`email`,`kind`);--> statement-breakpoint
ALTER TABLE `mails` ADD `data` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `deferrals` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `mails` ADD `leased_until` integer;