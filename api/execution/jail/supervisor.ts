/**
 * The first process of a box: it starts the program under limits, watches all that comes of it, and ends with it. It shares the
 * program's user, but nobody in the box can trace it, and signals from within do not reach a first process.
 *
 * Arguments: name=value pairs, '--', and the program with its arguments. It reports on descriptor 3, in a line of such pairs.
 * The figures of a control group, if the box has one, take the place of what the supervisor sees of memory and time. It reads
 * them from descriptors, since a box has no way to the group's folder.
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

# prlimit64, wait4, prctl, clock_gettime, statfs, rt_sigprocmask, rt_sigtimedwait, close
my ($PRLIMIT, $WAIT4, $PRCTL, $CLOCK, $STATFS, $SIGPROCMASK, $SIGTIMEDWAIT, $CLOSE) =
  $given{arch} eq 'arm64' ? (261, 260, 167, 113, 43, 135, 137, 57) : (302, 61, 157, 228, 137, 14, 128, 3);
my ($PR_SET_DUMPABLE, $CLOCK_MONOTONIC, $CLOCK_OWN, $WNOHANG, $SIG_BLOCK, $SIG_UNBLOCK) = (4, 1, 2, 1, 0, 1);
my %RLIMIT = (cpu => 0, fsize => 1, data => 2, stack => 3, core => 4, nproc => 6, nofile => 7, memlock => 8, msgqueue => 12);

sub milliseconds {
  my $time = "\0" x 16;
  syscall($CLOCK, $_[0] // $CLOCK_MONOTONIC, $time);
  my ($seconds, $nanoseconds) = unpack 'qq', $time;
  return $seconds * 1000 + $nanoseconds / 1e6;
}

# A machine that runs out of memory takes it from here first.
if (open my $score, '>', '/proc/self/oom_score_adj') { syswrite $score, '1000' }

# Whatever the server was started with, and passes on without knowing, is no program's.
opendir(my $inherited, '/proc/self/fd') or exit 99;
my %kept = map { $_ => 1 } grep { defined } @given{qw(usage events held)};
my @inherited = grep { /^\d+$/ && $_ > 3 && !$kept{$_} } readdir $inherited;
closedir $inherited;
syscall($CLOSE, $_ + 0) for @inherited;

open(my $report, '>&=', 3) or exit 99;

# The control group's figures, of everything that has ever been in the box. Perl closes these at an exec, as it does the report.
my ($usage, $events, $held);
if (defined $given{usage}) {
  open($usage, '<&=', $given{usage}) or exit 99;
  open($events, '<&=', $given{events}) or exit 99;
  open($held, '<&=', $given{held}) or exit 99;
}
sub figure {
  my ($file, $names) = @_;
  my ($text, $sum) = ('', 0);
  sysseek $file, 0, 0;
  sysread $file, $text, 4096;
  $sum += $1 while $text =~ /^(?:$names) (\d+)/gm;
  return $sum;
}
# What made the box, and this process, are no program's: neither their processor time nor their memory.
my ($making, $made) = (0, 0);
sub used { return figure($usage, 'usage_usec') / 1000 - milliseconds($CLOCK_OWN) - $making }
# Pages of files that can be read again are left out: the kernel takes them back, and reads them again, before it ends anything.
sub held { return figure($held, 'anon|shmem|kernel') / 1024 - $made }
sub starved { return $usage && figure($events, 'oom_kill') > 0 }
syscall($PRCTL, $PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 or exit 99;

# It waits for the signal of an end, and is never interrupted by one: a program can send thousands.
my ($chld, $pause) = (pack('Q', 1 << 16), pack('qq', 0, 10_000_000));
syscall($SIGPROCMASK, $SIG_BLOCK, $chld, 0, 8) == 0 or exit 99;
($making, $made) = (used(), held()) if $usage;
my $began = milliseconds();
my $program = fork;
defined $program or exit 99;
if ($program == 0) {
  syscall($SIGPROCMASK, $SIG_UNBLOCK, $chld, 0, 8) == 0 or exit 99;
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

sub contents {
  open(my $file, '<', $_[0]) or return '';
  # A program may have line ends in its name.
  local $/;
  return <$file> // '';
}

# Memory in kB, and the processes' own time in milliseconds as far as it is known, of all that lives in the box.
my (%own, $gone, $brief, $looked);
$gone = $brief = 0;
$looked = $began;
sub look {
  my $moment = milliseconds();
  my $between = $moment - $looked;
  $looked = $moment;
  my ($resident, $time, $waited, $processes, %now) = (0, 0, 0, 0);
  opendir(my $proc, '/proc') or exit 99;
  for my $pid (readdir $proc) {
    next if $pid !~ /^\d+$/ || $pid == 1;
    my @field = split ' ', contents("/proc/$pid/stat") =~ /.*\)\s+(.*)/s ? $1 : next;
    # A clock tick has ten milliseconds wherever Linux runs.
    $now{$pid} = ($field[11] + $field[12]) * 10;
    $time += $now{$pid};
    $waited += ($field[13] + $field[14]) * 10;
    $processes++;
    # Swapped out, it is still taken; and the tables of pages can be larger than the pages.
    my $status = contents("/proc/$pid/status");
    $resident += $1 while $status =~ /^Vm(?:RSS|PTE|Swap):\s+(\d+)/gm;
    next if exists $own{$pid} || $field[0] ne 'R';
    # One that runs and is new stands for all that come and go between two looks: it counts as the time between them,
    # less the part in which it waited for a processor.
    my ($ran, $delayed) = split ' ', contents("/proc/$pid/schedstat");
    $brief += $between * $ran / ($ran + $delayed) if $ran;
  }
  closedir $proc;
  # Whoever is gone was seen last with so much: a parent that waits for nobody hides it from the system's own sum.
  for my $pid (keys %own) { $gone += $own{$pid} if !exists $now{$pid}; }
  %own = %now;
  return ($resident, $time + $gone, $time + $waited, $processes);
}

# Kilobytes and files in the box's own file systems.
sub filled {
  my ($kilobytes, $all) = (0, 0);
  for my $path (split /:/, $given{places}) {
    my $stat = "\0" x 120;
    next if syscall($STATFS, $path, $stat) != 0;
    my (undef, $size, $blocks, $free, undef, $files, $unused) = unpack 'q7', $stat;
    $kilobytes += ($blocks - $free) * $size / 1024;
    $all += $files - $unused;
  }
  return ($kilobytes, $all);
}

# Sockets hold what was sent and not yet read, in memory of the kernel's.
sub sockets { return contents('/proc/net/sockstat') =~ /^sockets: used (\d+)/ ? $1 : 0 }

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
  my ($resident, $time, $waited, $processes) = look();
  $time = $cpu + $waited if $cpu + $waited > $time;
  my ($kilobytes, $files) = filled();
  ($time, $brief, $resident, $kilobytes) = (used(), 0, held(), 0) if $usage;
  $peak = $resident + $kilobytes if $resident + $kilobytes > $peak;
  $most = $processes if $processes > $most;
  if ($peak > $given{memory} || starved()) { $ended = 'memory' }
  elsif ($files > $given{files}) { $ended = 'files' }
  elsif ($processes > $given{processes}) { $ended = 'processes' }
  elsif (sockets() > $given{sockets}) { $ended = 'files' }
  # The second is an estimate, and so has room above it.
  elsif ($time > $given{cpu_ms} + 20 || $brief > 1.5 * $given{cpu_ms} + 100) { $ended = 'cpu' }
  elsif (milliseconds() - $began > $given{wall_ms}) { $ended = 'wall' }
  if ($ended) {
    kill 'KILL', -1;
    reap(0);
    last;
  }
  reap($WNOHANG);
  syscall($SIGTIMEDWAIT, $chld, 0, $pause, 8) if !defined $status;
  reap($WNOHANG);
}
my $wall = milliseconds() - $began;
kill 'KILL', -1;
reap(0);
$cpu = $gone if $gone > $cpu;
$cpu = used() if $usage;
$ended ||= 'memory' if starved();
$peak = $rss if $rss > $peak;
syswrite $report, sprintf "status=%d cpu_ms=%.1f wall_ms=%.1f memory_kb=%d processes=%d ended=%s\n",
  $status // 9, $cpu, $wall, $peak, $most, $ended;
exit 0;
`
