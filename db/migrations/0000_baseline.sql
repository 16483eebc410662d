CREATE TABLE `answers` (
	`attempt_id` integer NOT NULL,
	`key` text NOT NULL,
	`saved` text,
	`saved_seq` integer,
	`saved_at` integer,
	`selected` text,
	`selected_at` integer,
	`made_at` integer NOT NULL,
	`verdict` text NOT NULL,
	`verified` text,
	PRIMARY KEY(`attempt_id`, `key`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ref` text NOT NULL,
	`drive_id` integer NOT NULL,
	`candidate_id` integer NOT NULL,
	`generation` integer DEFAULT 1 NOT NULL,
	`invitation_hash` text NOT NULL,
	`token_hash` text NOT NULL,
	`invited_at` integer NOT NULL,
	`opened_at` integer,
	`reminded_at` integer,
	`revoked_at` integer,
	`profile_completed_at` integer,
	`first_name` text,
	`last_name` text,
	`mobile_number` text,
	`link_expires_at` integer,
	`started_at` integer,
	`paper_id` integer,
	`order_seed` text NOT NULL,
	`allotted_seconds` integer DEFAULT 0 NOT NULL,
	`time_factor` real DEFAULT 1 NOT NULL,
	`lifted_rules` text,
	`minutes_granted` integer DEFAULT 0 NOT NULL,
	`paused_at` integer,
	`paused_ms` integer DEFAULT 0 NOT NULL,
	`deadline_at` integer,
	`finished_at` integer,
	`finish_seq` integer,
	`finish_kind` text,
	`sealed_at` integer,
	`end_reason` text,
	`mcqs_submitted_at` integer,
	`feedback_at` integer,
	`is_fraud` integer DEFAULT false NOT NULL,
	`copy_attempts` integer DEFAULT 0 NOT NULL,
	`strikes` integer DEFAULT 0 NOT NULL,
	`is_selected` integer DEFAULT false NOT NULL,
	`runs` integer DEFAULT 0 NOT NULL,
	`head_seq` integer DEFAULT 0 NOT NULL,
	`head_hash` text DEFAULT '' NOT NULL,
	`log_bytes` integer DEFAULT 0 NOT NULL,
	`lease_id` text,
	`lease_epoch` integer DEFAULT 0 NOT NULL,
	`last_contact_at` integer,
	`reads_from` integer,
	`read_at` integer,
	`last_saved_at` integer,
	`announced` text,
	`newest_notice` integer DEFAULT 0 NOT NULL,
	`search_key` text NOT NULL,
	`score` integer,
	`score_claimed` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`drive_id`) REFERENCES `drives`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paper_id`) REFERENCES `papers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_ref` ON `attempts` (`ref`);--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_invitation` ON `attempts` (`invitation_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_token` ON `attempts` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_pair` ON `attempts` (`drive_id`,`candidate_id`);--> statement-breakpoint
CREATE INDEX `attempts_results` ON `attempts` (`drive_id`,`score`,`id`,`finished_at`,`search_key`);--> statement-breakpoint
CREATE INDEX `attempts_listed` ON `attempts` (`drive_id`,`id`,`search_key`);--> statement-breakpoint
CREATE INDEX `attempts_by_email` ON `attempts` (`drive_id`,`search_key`,`id`);--> statement-breakpoint
CREATE INDEX `attempts_absent` ON `attempts` (`drive_id`,`id`,`search_key`,`started_at`) WHERE started_at IS NULL;--> statement-breakpoint
CREATE INDEX `attempts_selected` ON `attempts` (`drive_id`,`id`,`score`,`search_key`,`is_selected`) WHERE is_selected = 1;--> statement-breakpoint
CREATE INDEX `attempts_unopened` ON `attempts` (`drive_id`,`profile_completed_at`) WHERE profile_completed_at IS NULL;--> statement-breakpoint
CREATE INDEX `attempts_candidate` ON `attempts` (`candidate_id`);--> statement-breakpoint
CREATE INDEX `attempts_paper` ON `attempts` (`paper_id`) WHERE paper_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `attempts_deadline` ON `attempts` (`deadline_at`,`finished_at`);--> statement-breakpoint
CREATE TABLE `candidates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`mobile_number` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `candidates_email` ON `candidates` (`organization_id`,`email_key`);--> statement-breakpoint
CREATE INDEX `candidates_address` ON `candidates` (`email_key`);--> statement-breakpoint
CREATE TABLE `contact_gaps` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`attempt_id` integer NOT NULL,
	`from_at` integer NOT NULL,
	`to_at` integer NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_gaps_attempt` ON `contact_gaps` (`attempt_id`,`from_at`);--> statement-breakpoint
CREATE TABLE `late_decisions` (
	`attempt_id` integer NOT NULL,
	`op_id` text NOT NULL,
	`decision` text NOT NULL,
	`note` text NOT NULL,
	`decided_by` integer NOT NULL,
	`decided_at` integer NOT NULL,
	PRIMARY KEY(`attempt_id`, `op_id`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `leases` (
	`lease_id` text PRIMARY KEY NOT NULL,
	`attempt_id` integer NOT NULL,
	`epoch` integer NOT NULL,
	`device_id` text,
	`device_name` text NOT NULL,
	`nonce` text NOT NULL,
	`granted_head_seq` integer NOT NULL,
	`granted_head_hash` text NOT NULL,
	`granted_at` integer NOT NULL,
	`frozen_at` integer,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `leases_epoch` ON `leases` (`attempt_id`,`epoch`);--> statement-breakpoint
CREATE INDEX `leases_device` ON `leases` (`attempt_id`,`device_id`);--> statement-breakpoint
CREATE TABLE `notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`attempt_id` integer NOT NULL,
	`kind` text NOT NULL,
	`text` text,
	`minutes` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notices_attempt` ON `notices` (`attempt_id`,`id`);--> statement-breakpoint
CREATE TABLE `ops` (
	`attempt_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`op_id` text NOT NULL,
	`lease_id` text NOT NULL,
	`type` text NOT NULL,
	`key` text NOT NULL,
	`body` blob,
	`body_deflated` integer DEFAULT false NOT NULL,
	`body_hash` text NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL,
	`boot_id` text NOT NULL,
	`mono_ms` integer NOT NULL,
	`wall_ms` integer NOT NULL,
	`anchor_id` text NOT NULL,
	`est_server_ms` integer NOT NULL,
	`made_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`announced_at` integer NOT NULL,
	`result` text NOT NULL,
	`reason` text,
	`verdict` text NOT NULL,
	PRIMARY KEY(`attempt_id`, `seq`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ops_op_id` ON `ops` (`attempt_id`,`op_id`);--> statement-breakpoint
CREATE INDEX `ops_late` ON `ops` (`attempt_id`,`seq`) WHERE verdict <> 'on_time';--> statement-breakpoint
CREATE TABLE `quarantine` (
	`attempt_id` integer NOT NULL,
	`lease_id` text NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL,
	`op_id` text NOT NULL,
	`type` text NOT NULL,
	`key` text NOT NULL,
	`op` text NOT NULL,
	`bytes` integer NOT NULL,
	`received_at` integer NOT NULL,
	`adopted_at` integer,
	PRIMARY KEY(`attempt_id`, `lease_id`, `seq`, `hash`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `checks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`language_id` integer NOT NULL,
	`source` text NOT NULL,
	`asked` text NOT NULL,
	`total` integer NOT NULL,
	`results` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`language_id`) REFERENCES `languages`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `checks_user` ON `checks` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `difficulties` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`name` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `difficulties_name` ON `difficulties` (`organization_id`,`name`);--> statement-breakpoint
CREATE TABLE `item_versions` (
	`kind` text NOT NULL,
	`item_id` integer NOT NULL,
	`version` integer NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `item_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `languages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code_id` text NOT NULL,
	`name` text NOT NULL,
	`code` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `languages_code_id` ON `languages` (`code_id`);--> statement-breakpoint
CREATE TABLE `options` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`question_id` integer NOT NULL,
	`position` integer NOT NULL,
	`description` text NOT NULL,
	`image_key` text,
	`is_answer` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `options_question` ON `options` (`question_id`,`position`);--> statement-breakpoint
CREATE TABLE `problem_tags` (
	`problem_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	PRIMARY KEY(`problem_id`, `tag_id`),
	FOREIGN KEY (`problem_id`) REFERENCES `problems`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `problems` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`image_key` text,
	`image_alt` text,
	`difficulty_id` integer NOT NULL,
	`submission_count` integer DEFAULT 3 NOT NULL,
	`time_in_minutes` integer NOT NULL,
	`checker` text DEFAULT 'exact' NOT NULL,
	`tolerance` text,
	`limits` text,
	`reference_language_id` integer,
	`reference_source` text,
	`reference_version` integer DEFAULT 1 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`difficulty_id`) REFERENCES `difficulties`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reference_language_id`) REFERENCES `languages`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `problems_organization` ON `problems` (`organization_id`,`id`);--> statement-breakpoint
CREATE TABLE `question_tags` (
	`question_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	PRIMARY KEY(`question_id`, `tag_id`),
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `questions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`description` text NOT NULL,
	`image_key` text,
	`image_alt` text,
	`difficulty_id` integer NOT NULL,
	`marks` integer NOT NULL,
	`time_in_seconds` integer NOT NULL,
	`is_multi_select` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`difficulty_id`) REFERENCES `difficulties`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `questions_organization` ON `questions` (`organization_id`,`id`);--> statement-breakpoint
CREATE TABLE `tags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`name` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_name` ON `tags` (`organization_id`,`name`);--> statement-breakpoint
CREATE TABLE `templates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`problem_id` integer,
	`language_id` integer NOT NULL,
	`code` text NOT NULL,
	`is_default` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`problem_id`) REFERENCES `problems`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`language_id`) REFERENCES `languages`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `templates_problem` ON `templates` (`problem_id`,`language_id`) WHERE problem_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `templates_default` ON `templates` (`organization_id`,`language_id`) WHERE problem_id IS NULL;--> statement-breakpoint
CREATE TABLE `test_cases` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`problem_id` integer NOT NULL,
	`position` integer NOT NULL,
	`input` text NOT NULL,
	`output` text NOT NULL,
	`marks` integer NOT NULL,
	`is_sample` integer DEFAULT false NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`problem_id`) REFERENCES `problems`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `test_cases_problem` ON `test_cases` (`problem_id`,`position`);--> statement-breakpoint
CREATE TABLE `drives` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`uuid` text NOT NULL,
	`name` text NOT NULL,
	`search_key` text NOT NULL,
	`description` text NOT NULL,
	`institute_id` integer,
	`start_time` integer NOT NULL,
	`end_time` integer NOT NULL,
	`question_type` text NOT NULL,
	`allow_coding` integer DEFAULT true NOT NULL,
	`allow_mcq` integer DEFAULT true NOT NULL,
	`is_assessment` integer DEFAULT false NOT NULL,
	`is_param` integer DEFAULT false NOT NULL,
	`problem_count_hash` text,
	`mcq_count_hash` text,
	`tag_list` text,
	`draw_seed` text,
	`allotted_seconds` integer DEFAULT 0 NOT NULL,
	`total_marks` integer DEFAULT 0 NOT NULL,
	`leave_policy` text DEFAULT 'end' NOT NULL,
	`leave_warnings` integer DEFAULT 3 NOT NULL,
	`late_policy` text DEFAULT 'hold' NOT NULL,
	`max_offline_minutes` integer DEFAULT 30 NOT NULL,
	`webcam` integer DEFAULT true NOT NULL,
	`webcam_retention_days` integer DEFAULT 60 NOT NULL,
	`release_reports` integer DEFAULT false NOT NULL,
	`invitation_sent` integer DEFAULT 0 NOT NULL,
	`appeared` integer DEFAULT 0 NOT NULL,
	`finished` integer DEFAULT 0 NOT NULL,
	`created_by_id` integer,
	`updated_by_id` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`content_version` integer DEFAULT 1 NOT NULL,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`institute_id`) REFERENCES `institutes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`updated_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drives_uuid` ON `drives` (`uuid`);--> statement-breakpoint
CREATE INDEX `drives_listed` ON `drives` (`organization_id`,`end_time`,`id`,`start_time`,`search_key`,`deleted_at`,`is_assessment`) WHERE deleted_at IS NULL AND is_assessment = 0;--> statement-breakpoint
CREATE INDEX `drives_started` ON `drives` (`start_time`) WHERE deleted_at IS NULL AND is_assessment = 0;--> statement-breakpoint
CREATE INDEX `drives_assessments` ON `drives` (`organization_id`,`id`,`search_key`) WHERE deleted_at IS NULL AND is_assessment = 1;--> statement-breakpoint
CREATE TABLE `drives_contacts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`drive_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	FOREIGN KEY (`drive_id`) REFERENCES `drives`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drives_contacts_pair` ON `drives_contacts` (`drive_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `drives_problems` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`drive_id` integer NOT NULL,
	`problem_id` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`drive_id`) REFERENCES `drives`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`problem_id`) REFERENCES `problems`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drives_problems_pair` ON `drives_problems` (`drive_id`,`problem_id`);--> statement-breakpoint
CREATE INDEX `drives_problems_problem` ON `drives_problems` (`problem_id`);--> statement-breakpoint
CREATE TABLE `drives_questions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`drive_id` integer NOT NULL,
	`question_id` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`drive_id`) REFERENCES `drives`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drives_questions_pair` ON `drives_questions` (`drive_id`,`question_id`);--> statement-breakpoint
CREATE INDEX `drives_questions_question` ON `drives_questions` (`question_id`);--> statement-breakpoint
CREATE TABLE `papers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`drive_id` integer NOT NULL,
	`items` text NOT NULL,
	`content_version` integer NOT NULL,
	`allotted_seconds` integer NOT NULL,
	`total_marks` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`drive_id`) REFERENCES `drives`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `papers_items` ON `papers` (`drive_id`,`items`);--> statement-breakpoint
CREATE TABLE `rules` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`drive_id` integer,
	`is_default` integer DEFAULT false NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`description` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`drive_id`) REFERENCES `drives`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rules_drive` ON `rules` (`drive_id`,`position`);--> statement-breakpoint
CREATE INDEX `rules_default` ON `rules` (`organization_id`,`is_default`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`attempt_id` integer,
	`user_id` integer,
	`data` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `events_attempt` ON `events` (`attempt_id`,`id`);--> statement-breakpoint
CREATE INDEX `events_user` ON `events` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `feedbacks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`attempt_id` integer NOT NULL,
	`organization_id` integer NOT NULL,
	`rating` integer,
	`answer` text NOT NULL,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feedbacks_attempt` ON `feedbacks` (`attempt_id`);--> statement-breakpoint
CREATE INDEX `feedbacks_listed` ON `feedbacks` (`organization_id`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE TABLE `snapshots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`attempt_id` integer NOT NULL,
	`sha256` text NOT NULL,
	`logged_at` integer,
	`stored_at` integer,
	`swept_at` integer,
	`bytes` integer NOT NULL,
	`taken_at` integer NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `snapshots_hash` ON `snapshots` (`attempt_id`,`sha256`);--> statement-breakpoint
CREATE INDEX `snapshots_stored` ON `snapshots` (`taken_at`) WHERE stored_at IS NOT NULL AND swept_at IS NULL;--> statement-breakpoint
CREATE TABLE `executions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token` text NOT NULL,
	`attempt_id` integer,
	`user_id` integer,
	`problem_id` integer,
	`language_id` integer NOT NULL,
	`source` text NOT NULL,
	`stdin` text,
	`status` text NOT NULL,
	`result` text,
	`created_at` integer NOT NULL,
	`done_at` integer,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`problem_id`) REFERENCES `problems`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`language_id`) REFERENCES `languages`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `executions_token` ON `executions` (`token`);--> statement-breakpoint
CREATE INDEX `executions_attempt` ON `executions` (`attempt_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`attempt_id` integer,
	`is_urgent` integer DEFAULT false NOT NULL,
	`status` text NOT NULL,
	`leased_until` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`not_before` integer NOT NULL,
	`turn` integer DEFAULT 0 NOT NULL,
	`recount_at` integer,
	`last_fault` text,
	`created_at` integer NOT NULL,
	`done_at` integer,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_subject` ON `jobs` (`kind`,`subject_id`);--> statement-breakpoint
CREATE INDEX `jobs_attempt` ON `jobs` (`attempt_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `jobs_turn` ON `jobs` (`kind`,"is_urgent" desc,`turn`,`id`,`not_before`) WHERE "jobs"."status" = 'queued';--> statement-breakpoint
CREATE INDEX `jobs_leased` ON `jobs` (`leased_until`) WHERE "jobs"."status" = 'leased';--> statement-breakpoint
CREATE INDEX `jobs_waiting` ON `jobs` (`attempt_id`,`status`,`leased_until`) WHERE "jobs"."status" <> 'done';--> statement-breakpoint
CREATE INDEX `jobs_recount` ON `jobs` (`recount_at`,`attempt_id`) WHERE "jobs"."status" <> 'done';--> statement-breakpoint
CREATE INDEX `jobs_judged` ON `jobs` (`attempt_id`,`done_at`) WHERE "jobs"."kind" = 'judge';--> statement-breakpoint
CREATE TABLE `rejudge_results` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rejudge_id` integer NOT NULL,
	`submission_id` integer NOT NULL,
	`tests` text,
	`marks` integer,
	`judged_at` integer,
	`marks_before` integer NOT NULL,
	`score_before` integer,
	`score_after` integer,
	`applied_at` integer,
	FOREIGN KEY (`rejudge_id`) REFERENCES `rejudges`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rejudge_results_pair` ON `rejudge_results` (`rejudge_id`,`submission_id`);--> statement-breakpoint
CREATE TABLE `rejudges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`drive_id` integer NOT NULL,
	`problem_id` integer NOT NULL,
	`version` integer NOT NULL,
	`status` text NOT NULL,
	`left_out` integer DEFAULT 0 NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`drive_id`) REFERENCES `drives`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`problem_id`) REFERENCES `problems`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `rejudges_drive` ON `rejudges` (`drive_id`,`id`);--> statement-breakpoint
CREATE TABLE `submission_tests` (
	`submission_id` integer NOT NULL,
	`test_case_id` integer NOT NULL,
	`outcome` text NOT NULL,
	`is_passed` integer NOT NULL,
	`marks` integer NOT NULL,
	`actual_output` text NOT NULL,
	`message` text NOT NULL,
	`cpu_ms` integer,
	`wall_ms` integer,
	`memory_bytes` integer,
	`engine` text NOT NULL,
	PRIMARY KEY(`submission_id`, `test_case_id`),
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`test_case_id`) REFERENCES `test_cases`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `submissions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`attempt_id` integer NOT NULL,
	`problem_id` integer NOT NULL,
	`language_id` integer NOT NULL,
	`op_id` text NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`status` text NOT NULL,
	`verdict` text NOT NULL,
	`total_testcases` integer NOT NULL,
	`judged_testcases` integer DEFAULT 0 NOT NULL,
	`passed_testcases` integer DEFAULT 0 NOT NULL,
	`marks` integer DEFAULT 0 NOT NULL,
	`made_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`judged_at` integer,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`problem_id`) REFERENCES `problems`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`language_id`) REFERENCES `languages`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `submissions_op` ON `submissions` (`attempt_id`,`op_id`,`kind`);--> statement-breakpoint
CREATE INDEX `submissions_attempt` ON `submissions` (`attempt_id`,`problem_id`);--> statement-breakpoint
CREATE TABLE `account_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`token_hash` text NOT NULL,
	`ref` text,
	`email` text,
	`user_id` integer,
	`organization_id` integer,
	`role` text,
	`is_param_ai_allowed` integer DEFAULT false NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_tokens_hash` ON `account_tokens` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `account_tokens_ref` ON `account_tokens` (`ref`);--> statement-breakpoint
CREATE INDEX `account_tokens_email` ON `account_tokens` (`email`,`kind`);--> statement-breakpoint
CREATE TABLE `credit_holds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`credits` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `institutes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer NOT NULL,
	`name` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `institutes_organization` ON `institutes` (`organization_id`);--> statement-breakpoint
CREATE TABLE `organizations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`show_name` text,
	`description` text,
	`contact_number` text,
	`credits` integer DEFAULT 0 NOT NULL,
	`allow_coding` integer DEFAULT true NOT NULL,
	`allow_mcq` integer DEFAULT true NOT NULL,
	`is_param_ai_allowed` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`client` text NOT NULL,
	`expires_at` integer NOT NULL,
	`idle_ms` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `sign_up_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`is_param_ai_allowed` integer DEFAULT false NOT NULL,
	`link_ref` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_up_requests_email` ON `sign_up_requests` (`email`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`mobile_number` text,
	`role` text NOT NULL,
	`password_hash` text,
	`is_active` integer DEFAULT true NOT NULL,
	`invitation_accepted` integer DEFAULT false NOT NULL,
	`param_key_hash` text,
	`param_key_made_at` integer,
	`param_key_used_at` integer,
	`first_login_at` integer,
	`deactivated_at` integer,
	`activated_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email_key`);--> statement-breakpoint
CREATE INDEX `users_organization` ON `users` (`organization_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_param_key` ON `users` (`param_key_hash`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer,
	`user_id` integer,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`before` text,
	`after` text,
	`created_at` integer NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `audit_log_organization` ON `audit_log` (`organization_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`organization_id`,`subject`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organization_id` integer,
	`kind` text NOT NULL,
	`subject_ref` text NOT NULL,
	`data` text,
	`recipient` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`deferrals` integer DEFAULT 0 NOT NULL,
	`leased_until` integer,
	`not_before` integer NOT NULL,
	`sent_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organizations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mails_queue` ON `mails` (`status`,`not_before`);--> statement-breakpoint
CREATE INDEX `mails_subject` ON `mails` (`kind`,`subject_ref`);--> statement-breakpoint
CREATE INDEX `mails_organization` ON `mails` (`organization_id`,`id`);--> statement-breakpoint
CREATE TABLE `meta` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
