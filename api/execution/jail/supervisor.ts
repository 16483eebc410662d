/**
 * The first process of a box: it starts the program under limits, watches all that comes of it, and ends with it. It shares the
 * program's user, but nobody in the box can trace it, and signals from within do not reach a first process.
 *
 * Arguments: name=value pairs, '--', and the program with its arguments. It reports on descriptor 3, in a line of such pairs.
 * It is Perl without modules, because Debian has that everywhere and it starts in two milliseconds; the system's calls that
 * Perl has no word for go by their numbers.
 */
export const SUPERVISOR = String.raw`
use strict;

my %given;
while (@ARGV && $ARGV[0] ne '--') {
  my ($name, $value) = split /=/, shift @ARGV, 2;
  $given{$name} = $value;
}
shift @ARGV;

# prlimit64, wait4, prctl, clock_gettime, statfs
my ($PRLIMIT, $WAIT4, $PRCTL, $CLOCK, $STATFS) =
  $given{arch} eq 'arm64' ? (261, 260, 167, 113, 43) : (302, 61, 157, 228, 137);
my ($PR_SET_DUMPABLE, $CLOCK_MONOTONIC, $WNOHANG) = (4, 1, 1);
my %RLIMIT = (cpu => 0, fsize => 1, data => 2, stack => 3, core => 4, nproc => 6, nofile => 7, memlock => 8, msgqueue => 12);

sub milliseconds {
  my $time = "\0" x 16;
  syscall($CLOCK, $CLOCK_MONOTONIC, $time);
  my ($seconds, $nanoseconds) = unpack 'qq', $time;
  return $seconds * 1000 + $nanoseconds / 1e6;
}

open(my $report, '>&=', 3) or exit 99;
syscall($PRCTL, $PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 or exit 99;

$SIG{CHLD} = sub { };
my $began = milliseconds();
my $program = fork;
defined $program or exit 99;
if ($program == 0) {
  $SIG{CHLD} = 'DEFAULT';
  for my $name (keys %RLIMIT) {
    defined $given{$name} or next;
    syscall($PRLIMIT, 0, $RLIMIT{$name}, pack('QQ', $given{$name}, $given{$name}), 0) == 0 or exit 99;
  }
  exec { $ARGV[0] } @ARGV;
  syswrite $report, "unstarted=1\n";
  exit 98;
}
close STDIN;
close STDOUT;
close STDERR;

# Memory in kB, and the processes' own time in milliseconds as far as it is known, of all that lives in the box.
my (%own, $gone);
$gone = 0;
sub look {
  my ($resident, $time, $processes, %now) = (0, 0, 0);
  opendir(my $proc, '/proc') or return (0, 0, 0);
  for my $pid (readdir $proc) {
    next if $pid !~ /^\d+$/ || $pid == 1;
    open(my $file, '<', "/proc/$pid/stat") or next;
    my $stat = <$file>;
    close $file;
    next if !defined $stat || $stat !~ /.*\)\s+(.*)/s;
    my @field = split ' ', $1;
    # A clock tick has ten milliseconds wherever Linux runs, a page four kilobytes on these machines.
    $now{$pid} = ($field[11] + $field[12]) * 10;
    $time += $now{$pid};
    $resident += $field[21] * 4 if $field[21] > 0;
    $processes++;
  }
  closedir $proc;
  # Whoever is gone was seen last with so much: a parent that waits for nobody hides it from the system's own sum.
  for my $pid (keys %own) { $gone += $own{$pid} if !exists $now{$pid}; }
  %own = %now;
  return ($resident, $time + $gone, $processes);
}

# Kilobytes and files in the box's own file system.
sub filled {
  my $stat = "\0" x 120;
  my $path = $given{box};
  return (0, 0) if syscall($STATFS, $path, $stat) != 0;
  my (undef, $size, $blocks, $free, undef, $files, $unused) = unpack 'q7', $stat;
  return (($blocks - $free) * $size / 1024, $files - $unused);
}

my ($status, $cpu, $rss, $peak, $ended, $most) = (undef, 0, 0, 0, '', 0);

# Takes in whoever has ended; the program's own end is what counts.
sub reap {
  my ($options) = @_;
  for (;;) {
    my ($word, $usage) = (pack('l', 0), "\0" x 144);
    my $pid = syscall($WAIT4, -1, $word, $options, $usage);
    return $pid if $pid <= 0;
    my ($user_s, $user_us, $system_s, $system_us, $maximum) = unpack 'q5', $usage;
    $cpu += $user_s * 1000 + $user_us / 1000 + $system_s * 1000 + $system_us / 1000;
    $rss = $maximum if $maximum > $rss;
    $status = unpack('l', $word) if $pid == $program;
  }
}

while (!defined $status) {
  my ($resident, $time, $processes) = look();
  my ($kilobytes, $files) = filled();
  $peak = $resident + $kilobytes if $resident + $kilobytes > $peak;
  $most = $processes if $processes > $most;
  if ($peak > $given{memory}) { $ended = 'memory' }
  elsif ($files > $given{files}) { $ended = 'files' }
  elsif ($processes > $given{processes}) { $ended = 'processes' }
  elsif ($time > $given{cpu_ms} + 20) { $ended = 'cpu' }
  elsif (milliseconds() - $began > $given{wall_ms}) { $ended = 'wall' }
  if ($ended) {
    kill 'KILL', -1;
    reap(0);
    last;
  }
  reap($WNOHANG);
  select(undef, undef, undef, 0.01) if !defined $status;
  reap($WNOHANG);
}
my $wall = milliseconds() - $began;
kill 'KILL', -1;
reap(0);
$cpu = $gone if $gone > $cpu;
$peak = $rss if $rss > $peak;
syswrite $report, sprintf "status=%d cpu_ms=%.1f wall_ms=%.1f memory_kb=%d processes=%d ended=%s\n",
  $status // 9, $cpu, $wall, $peak, $most, $ended;
exit 0;
`
