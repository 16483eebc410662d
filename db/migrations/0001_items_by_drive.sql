DROP INDEX `drives_problems_problem`;--> statement-breakpoint
CREATE INDEX `drives_problems_problem` ON `drives_problems` (`problem_id`,`drive_id`);--> statement-breakpoint
DROP INDEX `drives_questions_question`;--> statement-breakpoint
CREATE INDEX `drives_questions_question` ON `drives_questions` (`question_id`,`drive_id`);