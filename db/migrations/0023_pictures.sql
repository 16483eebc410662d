CREATE TABLE `pictures` (
	`key` text PRIMARY KEY NOT NULL,
	`sha256` text NOT NULL
);
