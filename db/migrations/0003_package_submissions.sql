CREATE TABLE `package_submissions` (
	`problem_id` integer NOT NULL,
	`path` text NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`problem_id`, `path`),
	FOREIGN KEY (`problem_id`) REFERENCES `problems`(`id`) ON UPDATE no action ON DELETE cascade
);
