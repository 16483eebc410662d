ALTER TABLE `problems` ADD `judging` text;--> statement-breakpoint
ALTER TABLE `test_cases` ADD `group_name` text;--> statement-breakpoint
ALTER TABLE `submission_tests` ADD `judge_message` text;