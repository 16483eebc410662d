CREATE TABLE `first_writings` (
	`attempt_id` integer NOT NULL,
	`key` text NOT NULL,
	`epoch` integer NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`attempt_id`, `key`, `epoch`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ops_slow` ON `ops` (`attempt_id`,`received_at`,`seq`) WHERE received_at - made_at > 10000;--> statement-breakpoint
INSERT INTO `first_writings` (`attempt_id`, `key`, `epoch`, `seq`)
SELECT w.attempt_id, w.key, l.epoch, min(w.seq) FROM ops w JOIN leases l ON l.lease_id = w.lease_id
WHERE l.epoch > 1 AND w.result <> 'rejected' AND w.type IN ('draft', 'submit', 'mcq_save', 'mcq_select')
GROUP BY w.attempt_id, w.key, l.epoch;
