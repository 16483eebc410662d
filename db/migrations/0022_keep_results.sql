ALTER TABLE `drives` ADD `results_retention_days` integer;--> statement-breakpoint
ALTER TABLE `drives` ADD `results_erased_at` integer;