ALTER TABLE `answers` ADD `saved_from` text;--> statement-breakpoint
ALTER TABLE `answers` ADD `selected_from` text;--> statement-breakpoint
ALTER TABLE `leases` ADD `given_up` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `quarantine_op` ON `quarantine` (`attempt_id`,`op_id`);--> statement-breakpoint
CREATE INDEX `quarantine_key` ON `quarantine` (`attempt_id`,`lease_id`,`key`,`type`,`seq`);--> statement-breakpoint
UPDATE `answers` SET `saved_from` = (SELECT q.`op_id` FROM `quarantine` q WHERE q.`attempt_id` = `answers`.`attempt_id` AND q.`key` = `answers`.`key` AND q.`seq` = -`answers`.`saved_seq` AND q.`adopted_at` = `answers`.`saved_at` LIMIT 1) WHERE `saved_seq` < 0;--> statement-breakpoint
UPDATE `answers` SET `selected_from` = (SELECT q.`op_id` FROM `quarantine` q WHERE q.`attempt_id` = `answers`.`attempt_id` AND q.`key` = `answers`.`key` AND q.`type` = 'mcq_select' AND q.`adopted_at` = `answers`.`selected_at` LIMIT 1) WHERE `selected_at` IS NOT NULL AND `attempt_id` IN (SELECT `attempt_id` FROM `quarantine` WHERE `type` = 'mcq_select' AND `adopted_at` IS NOT NULL);
