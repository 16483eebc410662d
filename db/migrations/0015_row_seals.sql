ALTER TABLE `attempts` ADD `rows_seal` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `ops_unread` ON `ops` (`attempt_id`,`seq`) WHERE reason = 'bad_body';