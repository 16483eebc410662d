ALTER TABLE `languages` ADD `tier` text;--> statement-breakpoint
ALTER TABLE `drives` ADD `engines` text;