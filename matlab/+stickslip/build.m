function build (prefix)
% BUILD  Compiles the compiled part of the package for this Octave or MATLAB, against the C interface below prefix.
%
%   stickslip.build ('/usr/local')
%
%   Without prefix, pkg-config says where stickslip.h and libstickslip_c.so are. MATLAB needs mex to be set up once (mex -setup C).
  folder = fileparts (mfilename ('fullpath'));
  if nargin < 1
    [~, prefix] = system ('pkg-config --variable=prefix stickslip_c');
    prefix = strtrim (prefix);
  end
  if ~exist (fullfile (prefix, 'include', 'stickslip.h'), 'file')
    error ('stickslip:badInput', '%s', ['there is no include/stickslip.h below ' prefix]);
  end
  source = fullfile (folder, 'core.c');
  include = ['-I' fullfile(prefix, 'include')];
  library = fullfile (prefix, 'lib');
  if exist ('OCTAVE_VERSION', 'builtin')
    mkoctfile ('--mex', include, source, ['-L' library], '-lstickslip_c', ['-Wl,-rpath,' library], '-o', fullfile (folder, 'core.mex'));
    if ~exist (fullfile (folder, 'core.mex'), 'file')
      error ('stickslip:failed', 'mkoctfile did not compile core.c');
    end
  else
    mex ('-R2017b', include, source, ['-L' library], '-lstickslip_c', '-lut', ['LDFLAGS=$LDFLAGS -Wl,-rpath,' library], '-outdir', folder);
  end
end
